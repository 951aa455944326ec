import { nativeRules } from './import-rules.mjs';
import { withoutComments } from './imports-typescript.mjs';

/** @typedef {import('./imports-typescript.mjs').Violation} Violation */

const includePattern = /^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)/gm;
const blocking = new Set([
  'condition_variable',
  'filesystem',
  'fstream',
  'future',
  'iostream',
  'latch',
  'mutex',
  'semaphore',
  'shared_mutex',
  'stdio.h',
  'cstdio',
  'thread',
  'sys/socket.h',
  'jack/jack.h',
  'sndfile.h',
]);

/**
 * What a C++ file includes.
 * @param {string} text
 * @returns {{ quoted: string[], system: string[] }}
 */
export function includesOf(text) {
  const found = [...withoutComments(text).matchAll(includePattern)];
  return {
    quoted: found.flatMap((match) => match[1] ?? []),
    system: found.flatMap((match) => match[2] ?? []),
  };
}

/** @param {string} path relative to native/ */
export function isNativeTest(path) {
  return /(^|\/)tests?\/|_test\.(cpp|hpp)$|(^|\/)test_[^/]*$/.test(path);
}

/** @param {string} path relative to native/ @returns {string | undefined} the folder whose rule holds */
function folderOf(path) {
  return Object.keys(nativeRules)
    .filter((folder) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** @param {string} header as included @param {string} path of the including file, relative to native/ */
function targetFolder(header, path) {
  if (header.startsWith('omx_contracts/')) return 'contracts';
  if (header.startsWith('.')) return folderOf(new URL(header, `file:///${path}`).pathname.slice(1));
  return header.includes('/') ? folderOf(header) : folderOf(path);
}

/** The C++ standard library's, or the compiler's own. @param {string} header */
function isStandard(header) {
  return /^[a-z0-9_]+$/.test(header) || /^(sanitizer\/|(x86|[a-z]mm)intrin\.h$|arm_neon\.h$)/.test(header);
}

/**
 * The broken rules of one C++ file below native/. Tests may include what they need.
 * @param {string} path relative to native/: "rt/program.cpp"
 * @param {string} text
 * @returns {Violation[]}
 */
export function checkNativeFile(path, text) {
  const folder = folderOf(path);
  const rule = folder === undefined ? undefined : nativeRules[folder];
  if (folder === undefined || rule === undefined || isNativeTest(path)) return [];
  /** @type {Violation[]} */
  const violations = [];
  const { quoted, system } = includesOf(text);
  const add = (/** @type {string} */ to, /** @type {string} */ why) =>
    violations.push({ from: `native/${path}`, to, why });
  for (const header of quoted) {
    const target = targetFolder(header, path);
    if (target === undefined || target === folder || rule.may.includes(target)) continue;
    add(header, `native/${folder} may not use ${target === 'contracts' ? 'contracts' : `native/${target}`}`);
  }
  for (const header of system) {
    if (rule.standardOnly && !isStandard(header))
      add(header, `native/${folder} uses the standard library only`);
    if (rule.audioThread && blocking.has(header)) add(header, `native/${folder} runs on the audio thread`);
  }
  return violations;
}
