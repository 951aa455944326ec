import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/children.mjs';
import { readIfThere, repoRoot } from '../lib/files.mjs';
import { vitestCounts } from './counts.mjs';

/**
 * Run one project of vitest.config.ts, showing its own lines as they come.
 * @param {'unit' | 'e2e'} project
 * @param {Record<string, string>} env
 */
export async function runVitest(project, env) {
  const folder = join(repoRoot, 'build/reports');
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${project}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run('node_modules/.bin/vitest', ['run', '--project', project, ...reporters], {
    cwd: repoRoot,
    env: { NO_COLOR: '1', ...env },
    onLine: (line) => process.stdout.write(`  ${line}\n`),
  });
  return vitestCounts(readIfThere(report), code);
}
