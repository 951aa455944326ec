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

function sourcesNow() {
  const sources = workspaces().flatMap((folder) => sourceFiles(repoRoot, folder));
  const read = sources.filter((path) => /\.(ts|json)$/.test(path));
  return fingerprint(repoRoot, ['tsconfig.json', 'tsconfig.base.json', 'package-lock.json', ...read]);
}

/**
 * What a finished build looks like. The sources are looked at before it, since they may change while it runs.
 * @param {string} sources
 */
function stampOf(sources) {
  const products = workspaces().map((folder) => `${folder}/dist/index.js`);
  return `${sources} ${fingerprint(repoRoot, products)}`;
}

/** Whether nothing changed since the last build. */
export function typescriptIsBuilt() {
  return readIfThere(stampFile) === stampOf(sourcesNow());
}

/**
 * Compile the TypeScript of all workspaces into their dist folders, if a source changed since the last time.
 * @param {import('../lib/progress.mjs').Progress} progress
 */
export async function buildTypescript(progress) {
  if (typescriptIsBuilt()) return;
  const sources = sourcesNow();
  progress.begin('Compiling TypeScript');
  const { code, tail } = await run('node_modules/.bin/tsc', ['-b', '--pretty', 'false'], { cwd: repoRoot });
  if (code !== 0) throw new Failure(exitCodes.buildFailed, ['', ...tail, 'The TypeScript build failed.']);
  mkdirSync(join(repoRoot, 'build'), { recursive: true });
  writeFileSync(stampFile, stampOf(sources));
  progress.done();
}
