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

/** @param {string} path */
export function isNativeTest(path) {
  return /(^|\/)tests?\/|_test\.(cpp|hpp)$|(^|\/)test(ing\.|_)[^/]*$/.test(path);
}

/** @param {string} path @returns {string | undefined} the folder whose rule holds */
function folderOf(path) {
  return Object.keys(nativeRules)
    .filter((folder) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/**
 * The folder that a header belongs to; undefined for one that no rule speaks of.
 * @param {string} header as included: from native/, from the including file's folder, or relative
 * @param {string} path of the including file
 */
function targetFolder(header, path) {
  if (header.startsWith('omx_contracts/')) return 'contracts';
  if (header.startsWith('.')) return folderOf(new URL(header, `file:///${path}`).pathname.slice(1));
  return header.includes('/') ? folderOf(`native/${header}`) : folderOf(path);
}

/** The C++ standard library's, or the compiler's own. @param {string} header */
function isStandard(header) {
  return /^[a-z0-9_]+$/.test(header) || /^(sanitizer\/|(x86|[a-z]mm)intrin\.h$|arm_neon\.h$)/.test(header);
}

/**
 * The broken rules of one C++ file. Tests may include what they need.
 * @param {string} path relative to the repository: "native/rt/program.cpp"
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
    violations.push({ from: path, to, why });
  for (const header of quoted) {
    const target = targetFolder(header, path);
    if (target === undefined || target === folder || rule.may.includes(target.replace('native/', '')))
      continue;
    add(header, `${folder} may not use ${target}`);
  }
  for (const header of system) {
    if (rule.standardOnly && !isStandard(header)) add(header, `${folder} uses the standard library only`);
    if (rule.audioThread && blocking.has(header)) add(header, `${folder} runs on the audio thread`);
  }
  return violations;
}
