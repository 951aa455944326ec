import { checkFresh } from '../checks/fresh.mjs';
import { checkImports } from '../checks/imports.mjs';
import { checkLockFile } from '../checks/lock-file.mjs';
import { checkPackagesUsed } from '../checks/packages-used.mjs';
import { checkSizes } from '../checks/sizes.mjs';
import { run } from '../lib/children.mjs';
import { clangFormat, nativeSources } from '../lib/clang.mjs';
import { repoRoot } from '../lib/files.mjs';
import { checkCounts, skippedCounts, sum } from './counts.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * One check that is a program: what it prints is the problem when it fails.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
async function programCheck(title, command, args) {
  const { code, tail } = await run(command, args, { cwd: repoRoot });
  return checkCounts(title, code === 0 ? [] : tail);
}

async function checkNativeFormat() {
  const title = 'layout of C++ (npm run format)';
  const command = clangFormat();
  if (command === undefined) return skippedCounts(title, 'clang-format-22 is not installed');
  const sources = nativeSources();
  if (sources.length === 0) return checkCounts(title, []);
  return programCheck(title, command, ['--dry-run', '--Werror', ...sources]);
}

/** The checks that need nothing compiled. @returns {Promise<Counts>} */
export async function runChecks() {
  const biome = ['ci', '--colors=off', '.'];
  return sum([
    await programCheck('lint and layout of TypeScript (npm run format)', 'node_modules/.bin/biome', biome),
    await checkNativeFormat(),
    checkCounts('import rules', checkImports()),
    checkCounts('package table', checkPackagesUsed()),
    checkCounts('lock file', checkLockFile()),
    checkCounts('sizes of files', checkSizes()),
  ]);
}

/** The checks that need the TypeScript compiled. @returns {Promise<Counts>} */
export async function runTypescriptChecks() {
  const tsc = ['-p', 'tsconfig.tests.json', '--pretty', 'false'];
  return sum([
    await programCheck('types of tests and tools', 'node_modules/.bin/tsc', tsc),
    checkCounts('generated files', await checkFresh()),
  ]);
}
