import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/children.mjs';
import { exitCodes, Failure } from '../lib/failure.mjs';
import { fingerprint, readIfThere, repoRoot, sourceFiles } from '../lib/files.mjs';

const stampFile = join(repoRoot, 'build/typescript.stamp');

/** Folders of the workspaces that have a tsconfig.json. */
function workspaces() {
  const packages = join(repoRoot, 'packages');
  const names = existsSync(packages) ? readdirSync(packages).map((name) => `packages/${name}`) : [];
  return ['contracts', 'plugins', ...names].filter((path) =>
    existsSync(join(repoRoot, path, 'tsconfig.json')),
  );
}

function stampNow() {
  const folders = workspaces();
  const sources = folders
    .flatMap((folder) => sourceFiles(repoRoot, folder))
    .filter((path) => /\.(ts|json)$/.test(path));
  const products = folders.map((folder) => `${folder}/dist/index.js`);
  return fingerprint(repoRoot, [
    'tsconfig.json',
    'tsconfig.base.json',
    'package-lock.json',
    ...sources,
    ...products,
  ]);
}

/**
 * Compile the TypeScript of all workspaces into their dist folders, if a source changed since the last time.
 * @param {import('../lib/progress.mjs').Progress} progress
 */
export async function buildTypescript(progress) {
  if (readIfThere(stampFile) === stampNow()) return;
  progress.begin('Compiling TypeScript');
  const { code, tail } = await run('node_modules/.bin/tsc', ['-b', '--pretty', 'false'], { cwd: repoRoot });
  if (code !== 0) throw new Failure(exitCodes.buildFailed, ['', ...tail, 'The TypeScript build failed.']);
  mkdirSync(join(repoRoot, 'build'), { recursive: true });
  writeFileSync(stampFile, stampNow());
  progress.done();
}
