import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/children.mjs';
import { realtimeClang } from '../lib/clang.mjs';
import { readIfThere, repoRoot } from '../lib/files.mjs';
import { Progress } from '../lib/progress.mjs';
import { buildNative, parallelJobs } from '../setup/build-native.mjs';
import { findCommand } from '../setup/installed.mjs';
import { checkCounts, ctestCounts, skippedCounts, sum } from './counts.mjs';

/**
 * @typedef {import('../setup/build-native.mjs').NativeBuild} NativeBuild
 * @typedef {import('./counts.mjs').Counts} Counts
 */

/** Everything with its tests and fixtures, and warnings as errors: what native and end-to-end tests run. */
export const testBuild = {
  name: 'test',
  options: ['-DCMAKE_BUILD_TYPE=Release', '-DOMX_TESTS=ON', '-DOMX_WERROR=ON'],
  targets: [],
};

/**
 * A build of the unit tests alone under a sanitizer: by clang where it is there, which compiles them in half the time.
 * @param {string} name
 * @param {'address' | 'thread' | 'realtime'} sanitizer
 * @returns {NativeBuild}
 */
function sanitizerBuild(name, sanitizer) {
  const clang = realtimeClang();
  const compilers = clang ? [`-DCMAKE_C_COMPILER=${clang.cc}`, `-DCMAKE_CXX_COMPILER=${clang.cxx}`] : [];
  const options = [
    '-DCMAKE_BUILD_TYPE=Release',
    '-DOMX_TESTS=ON',
    `-DOMX_SANITIZE=${sanitizer}`,
    ...compilers,
  ];
  return { name, options, targets: ['omx_tests'] };
}

/**
 * @param {NativeBuild} build
 * @param {string[]} [wrapper] a command that starts ctest
 * @returns {Promise<Counts>}
 */
async function runCtest(build, wrapper = []) {
  const folder = join(repoRoot, 'build', build.name);
  const report = join(folder, 'ctest.xml');
  rmSync(report, { force: true });
  const args = [
    '--test-dir',
    folder,
    '--output-on-failure',
    '--output-junit',
    report,
    '-j',
    String(parallelJobs()),
  ];
  const [command = 'ctest', ...rest] = [...wrapper, 'ctest', ...args];
  const { code } = await run(command, rest, {
    env: { OMX_BUILD_DIR: folder },
    onLine: (line) => process.stdout.write(`  ${line}\n`),
  });
  return ctestCounts(readIfThere(report), code);
}

/** The native unit tests as they are; they must be built. @returns {Promise<Counts>} */
export async function runNativeTests() {
  return runCtest(testBuild);
}

/** Memory errors, leaks and undefined behaviour. @returns {Promise<Counts>} */
export async function runAddressSanitizer() {
  const build = sanitizerBuild('asan', 'address');
  await buildNative(build, new Progress());
  return runCtest(build);
}

/** Data races. @returns {Promise<Counts>} */
export async function runThreadSanitizer() {
  const build = sanitizerBuild('tsan', 'thread');
  await buildNative(build, new Progress());
  // Its shadow memory collides with widely randomised addresses on some kernels.
  const fixed = ['setarch', '-R'];
  const canFix = findCommand('setarch') && (await run('setarch', ['-R', 'true'])).code === 0;
  return runCtest(build, canFix ? fixed : []);
}

/**
 * The audio thread never blocks: proven by the compiler over all that is marked, and watched at run time.
 * A canary that does block shows first that both proofs can fail.
 * @returns {Promise<Counts>}
 */
export async function runRealtimeSanitizer() {
  const clang = realtimeClang();
  if (clang === undefined)
    return skippedCounts('RealtimeSanitizer and function effects', 'no clang 20 or newer with its runtimes');
  const canary = await runCanary(clang.cxx);
  const build = sanitizerBuild('rtsan', 'realtime');
  build.targets.unshift('omx_audio_thread');
  await buildNative(build, new Progress());
  return sum([canary, checkCounts('function effects', []), await runCtest(build)]);
}

/** @param {string} cxx @returns {Promise<Counts>} */
async function runCanary(cxx) {
  const source = join(repoRoot, 'tools/test/canary.cpp');
  const program = join(repoRoot, 'build/rtsan-canary');
  const common = ['-std=c++20', '-I', join(repoRoot, 'native'), source];
  const effects = await run(cxx, [
    ...common,
    '-fsyntax-only',
    '-Wfunction-effects',
    '-Werror=function-effects',
  ]);
  const compiled = await run(cxx, [...common, '-fsanitize=realtime', '-o', program]);
  const ran = compiled.code === 0 ? await run(program, []) : compiled;
  const caught = compiled.code === 0 && ran.tail.some((line) => line.includes('RealtimeSanitizer: unsafe'));
  return sum([
    checkCounts(
      'canary of function effects',
      effects.code === 0 ? ['clang accepted a blocking function'] : [],
    ),
    checkCounts('canary of RealtimeSanitizer', caught ? [] : ['a blocking call went unnoticed', ...ran.tail]),
  ]);
}
