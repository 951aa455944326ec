import { checkFresh } from '../checks/fresh.mjs';
import { checkImports } from '../checks/imports.mjs';
import { checkLockFile } from '../checks/lock-file.mjs';
import { checkPackagesUsed } from '../checks/packages-used.mjs';
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

/** All checks of the code itself; the TypeScript must be compiled. @returns {Promise<Counts>} */
export async function runChecks() {
  const bin = 'node_modules/.bin';
  return sum([
    await programCheck('lint and layout of TypeScript (npm run format)', `${bin}/biome`, [
      'ci',
      '--colors=off',
      '.',
    ]),
    await programCheck('types of tests and tools', `${bin}/tsc`, [
      '-p',
      'tsconfig.tests.json',
      '--pretty',
      'false',
    ]),
    await checkNativeFormat(),
    checkCounts('import rules', checkImports()),
    checkCounts('package table', checkPackagesUsed()),
    checkCounts('lock file', checkLockFile()),
    checkCounts('generated files', await checkFresh()),
  ]);
}
