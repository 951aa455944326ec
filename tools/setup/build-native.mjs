import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/children.mjs';
import { exitCodes, Failure } from '../lib/failure.mjs';
import { fingerprint, readIfThere, repoRoot, sourceFiles } from '../lib/files.mjs';
import { ninjaFraction } from '../lib/progress.mjs';

/**
 * A native build: its folder below build/, what CMake is told, and what ninja makes ([]: everything).
 * @typedef {{ name: string, options: string[], targets: string[] }} NativeBuild
 */

/** What a user runs. @type {NativeBuild} */
export const releaseBuild = { name: 'release', options: ['-DCMAKE_BUILD_TYPE=Release'], targets: [] };

const nativeFolders = ['native', 'plugins', 'fixtures', 'contracts/generated', 'tools/cmake'];
const bytesPerCompiler = 700e6;

/** Compilers that fit into this machine's memory at once, at most one per core. */
export function parallelJobs(cores = availableParallelism(), memoryBytes = totalmem()) {
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / bytesPerCompiler)));
}

function sourcesNow() {
  const isNative = (/** @type {string} */ path) => /\.(c|cpp|h|hpp|cmake|txt|in)$/.test(path);
  const sources = nativeFolders.flatMap((folder) => sourceFiles(repoRoot, folder)).filter(isNative);
  return fingerprint(repoRoot, ['CMakeLists.txt', ...sources]);
}

/**
 * What a finished build looks like. The sources are looked at before it, since they may change while it runs.
 * @param {NativeBuild} build
 * @param {string} sources
 */
function stampOf(build, sources) {
  const products = ['bin', 'clap', 'build.ninja'].map((name) => `build/${build.name}/${name}`);
  return [...build.options, ...build.targets, sources, fingerprint(repoRoot, products)].join(' ');
}

/** @param {NativeBuild} build */
function stampFileOf(build) {
  return join(repoRoot, 'build', build.name, '.plugin-hostd-stamp');
}

/**
 * Whether nothing changed since the last build.
 * @param {NativeBuild} build
 */
export function nativeIsBuilt(build) {
  return readIfThere(stampFileOf(build)) === stampOf(build, sourcesNow());
}

/**
 * Configure and build native code, if a source changed since the last time.
 * @param {NativeBuild} build
 * @param {import('../lib/progress.mjs').Progress} progress
 */
export async function buildNative(build, progress) {
  if (nativeIsBuilt(build)) return;
  const folder = join(repoRoot, 'build', build.name);
  const sources = sourcesNow();
  mkdirSync(folder, { recursive: true });
  progress.begin(`Building native code (${build.name})`);
  await configure(build, folder);
  const args = ['-C', folder, '-j', String(parallelJobs()), ...build.targets];
  const { code, tail } = await run('ninja', args, {
    env: { NINJA_STATUS: '[%f/%t] ' },
    logFile: join(folder, 'build.log'),
    onLine: (line) => progress.update(ninjaFraction(line) ?? 0),
  });
  if (code !== 0) throw buildFailure(tail, join(folder, 'build.log'));
  writeFileSync(stampFileOf(build), stampOf(build, sources));
  progress.done();
}

/** @param {NativeBuild} build @param {string} folder */
async function configure(build, folder) {
  const told = join(folder, '.cmake-options');
  const options = [repoRoot, ...build.options].join('\n');
  if (readIfThere(told) === options && existsSync(join(folder, 'build.ninja'))) return;
  // --fresh forgets the cache of a tree that has been moved or told otherwise before.
  const args = ['--fresh', '-S', repoRoot, '-B', folder, '-G', 'Ninja', ...build.options];
  const { code, tail } = await run('cmake', args, { logFile: join(folder, 'configure.log') });
  if (code !== 0) throw buildFailure(tail, join(folder, 'configure.log'));
  writeFileSync(told, options);
}

/** @param {string[]} tail @param {string} log */
function buildFailure(tail, log) {
  return new Failure(exitCodes.buildFailed, [
    '',
    ...tail.slice(-40),
    `The native build failed; all of it is in ${log}`,
  ]);
}
