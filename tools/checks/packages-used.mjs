import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot, sourceFiles } from '../lib/files.mjs';
import { systemPackages } from '../packages.mjs';
import { includesOf, isNativeTest } from './imports-native.mjs';
import { withoutComments } from './imports-typescript.mjs';

/**
 * Something of the system that a file of ours uses, in the words of the package table.
 * @typedef {{ use: string, path: string }} Use
 * @typedef {import('../packages.mjs').SystemPackage} SystemPackage
 */

/** Part of every Debian system, of Node, or of what asks for packages itself. */
const alwaysThere =
  /^command:(node|npm|npx|sh|bash|env|git|ps|kill|setarch|taskset|sudo|apt-get|apt-cache|ldconfig)$/;
/** Headers of the C library and the kernel, which come with the compiler; C++'s own have no dot. */
const ofTheCompiler =
  /^([a-z0-9_]+|(sys|linux|net|netinet|arpa|sanitizer|asm)\/.*|(x86|arm_neon|arm_sve|[a-z]mm)intrin\.h|arm_neon\.h|[a-z0-9_]+\.h)$/;
const notOfTheCompiler = /^(sndfile|ebur128|samplerate|lo|lilv|suil|zix|serd|sord)\.h$/;

const spawnPattern =
  /(?:\b(?:spawn|spawnSync|execFile|execFileSync|execSync|findCommand)|(?<!\.)\b(?:exec|run|new Program))\(\s*'([a-z][\w.+-]*)(?=[' ])/g;
const filePattern = /['"`](\/usr\/(?:share|lib|include)\/(?:\$\{[^}]*\}|[^'"`\s$])*)/g;

/** @param {string} path @param {string} text @returns {Use[]} */
export function usesInScript(path, text) {
  const code = withoutComments(text);
  const commands = [...code.matchAll(spawnPattern)].map((match) => `command:${match[1]}`);
  const files = [...code.matchAll(filePattern)].map(
    (match) => `file:${match[1]?.replace(/\$\{[^}]*\}/g, '*')}`,
  );
  return [...commands, ...files].map((use) => ({ use, path }));
}

/** @param {string} path @param {string} text @returns {Use[]} */
export function usesInCmake(path, text) {
  const code = text.replace(/#[^\n]*/g, '');
  /** @type {string[]} */
  const uses = [];
  for (const [, modules = ''] of code.matchAll(/pkg_check_modules\(\s*\S+([^)]*)\)/g)) {
    const named = modules.split(/\s+/).filter((word) => /^[a-z]/.test(word));
    uses.push(...named.map((module) => `pkg-config:${module}`));
  }
  for (const [, module] of code.matchAll(/omx_pkg_config\(\s*\w+\s+([\w.+-]+)\s*\)/g))
    uses.push(`pkg-config:${module}`);
  for (const [, header] of code.matchAll(/find_path\(\s*\w+\s+([\w./-]+)/g)) uses.push(`include:${header}`);
  for (const [, command] of code.matchAll(/find_program\(\s*\w+\s+([\w.+-]+)/g))
    uses.push(`command:${command}`);
  if (/find_package\(PkgConfig/.test(code)) uses.push('command:pkg-config');
  if (/project\([^)]*\bCXX\b/.test(code)) uses.push('command:g++');
  return uses.map((use) => ({ use, path }));
}

/** @param {string} path @param {string} text @returns {Use[]} */
export function usesInNative(path, text) {
  return includesOf(text)
    .system.filter((header) => !ofTheCompiler.test(header) || notOfTheCompiler.test(header))
    .map((header) => ({ use: `include:${header}`, path }));
}

/** @param {SystemPackage} entry @param {string} use */
function offers(entry, use) {
  return entry.uses.some((offer) => {
    const prefix = offer.replaceAll('*', '[^/]+').replace(/[.+]/g, (sign) => (sign === '+' ? sign : '\\.'));
    if (offer.startsWith('command:') || offer.startsWith('pkg-config:')) return offer === use;
    return new RegExp(`^${prefix}`).test(use);
  });
}

/** Which groups may be relied on where. @param {string} path */
function groupsFor(path) {
  if (path.startsWith('tools/')) return ['run', 'test', 'bench'];
  if (/^(tests|fixtures)\/|\.test\./.test(path) || isNativeTest(path)) return ['run', 'test'];
  if (/^(packages|native)\/bench\//.test(path)) return ['run', 'bench'];
  return ['run'];
}

/**
 * Compare the table with what is used.
 * @param {SystemPackage[]} table
 * @param {Use[]} uses
 * @returns {string[]} problems
 */
export function compareUses(table, uses) {
  const problems = new Set();
  for (const { use, path } of uses) {
    if (alwaysThere.test(use)) continue;
    const groups = groupsFor(path);
    const offering = table.filter((entry) => offers(entry, use));
    if (offering.length === 0) problems.add(`${path} uses ${use}: no entry of tools/packages.mjs offers it`);
    else if (!offering.some((entry) => groups.includes(entry.group))) {
      problems.add(
        `${path} uses ${use}: ${offering[0]?.name} is in group ${offering[0]?.group}, not ${groups.join(' or ')}`,
      );
    }
  }
  for (const entry of table) {
    if (entry.uses.length > 0 && !uses.some(({ use }) => offers(entry, use))) {
      problems.add(`tools/packages.mjs: nothing uses ${entry.name} (${entry.uses.join(', ')})`);
    }
  }
  return [...problems];
}

/** All uses in this repository's code; its checks talk about names without using them. @returns {Use[]} */
export function collectUses() {
  /** @type {Use[]} */
  const uses = [];
  for (const path of sourceFiles(repoRoot, '.')) {
    if (path.startsWith('tools/checks/') || path === 'tools/packages.mjs' || /generated\//.test(path))
      continue;
    const text = () => readFileSync(join(repoRoot, path), 'utf8');
    if (/\.(ts|mjs|js)$/.test(path) && !/^tools\/.*\.test\./.test(path))
      uses.push(...usesInScript(path, text()));
    else if (/(CMakeLists\.txt|\.cmake)$/.test(path)) uses.push(...usesInCmake(path, text()));
    else if (/\.(c|cpp|h|hpp)$/.test(path)) uses.push(...usesInNative(path, text()));
  }
  return uses;
}

export function checkPackagesUsed() {
  return compareUses(systemPackages, collectUses());
}
