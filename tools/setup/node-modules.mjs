import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/children.mjs';
import { exitCodes, Failure } from '../lib/failure.mjs';
import { contentHash, readIfThere, repoRoot, sourceFiles } from '../lib/files.mjs';

const stampFile = 'node_modules/.plugin-hostd-stamp';

/** The files that decide what npm installs: the lock and every package.json. */
function manifests() {
  const inWorkspaces = ['contracts', 'packages', 'plugins'].flatMap((folder) =>
    sourceFiles(repoRoot, folder),
  );
  const all = [
    'package.json',
    'package-lock.json',
    ...inWorkspaces.filter((path) => path.endsWith('/package.json')),
  ];
  return all.filter((path) => existsSync(join(repoRoot, path)));
}

/**
 * What to do about node_modules: nothing, a clean install by the lock, or an update of what is there.
 * @param {{ present: boolean, stamp: string, wanted: string, ci: boolean }} state
 * @returns {'nothing' | 'ci' | 'install'}
 */
export function npmStep({ present, stamp, wanted, ci }) {
  if (present && stamp === wanted) return 'nothing';
  return present && !ci ? 'install' : 'ci';
}

function stepNow() {
  return npmStep({
    present: existsSync(join(repoRoot, 'node_modules')),
    stamp: readIfThere(join(repoRoot, stampFile)),
    wanted: contentHash(repoRoot, manifests()),
    ci: process.env.CI === 'true',
  });
}

/** Whether node_modules is what the lock file says. */
export function nodeModulesAreThere() {
  return stepNow() === 'nothing';
}

/**
 * Bring node_modules up to date with the lock file.
 * @param {import('../lib/progress.mjs').Progress} progress
 */
export async function installNodeModules(progress) {
  const step = stepNow();
  if (step === 'nothing') return;
  progress.begin('Installing npm packages');
  const { code, tail } = await run('npm', [step, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: repoRoot,
  });
  if (code !== 0) {
    throw new Failure(exitCodes.npmFailed, [
      '',
      ...tail.slice(0, 12),
      `npm ${step} failed. Mend what it says (is the network there? npm ping tells), and run the same command again.`,
    ]);
  }
  // npm may have touched the lock: the stamp describes what is there now.
  writeFileSync(join(repoRoot, stampFile), contentHash(repoRoot, manifests()));
  progress.done();
}
