import { accessSync, appendFileSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { readIfThere, repoRoot } from '../lib/files.mjs';

/** @typedef {import('../packages.mjs').SystemPackage} SystemPackage */

/** Optional packages that this system was found not to offer, one name a line, so that apt is asked once only. */
const notOfferedFile = join(repoRoot, 'build/packages-not-offered');

/**
 * The full path of a command on PATH, or undefined.
 * @param {string} name
 * @param {string} [path] as in the environment
 */
export function findCommand(name, path = process.env.PATH ?? '') {
  for (const folder of path.split(delimiter)) {
    const full = join(folder || '.', name);
    try {
      accessSync(full, constants.X_OK);
      return full;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * Whether a file exists; `*` stands for any part of one name in the path.
 * @param {string} pattern an absolute path
 * @returns {boolean}
 */
export function fileExists(pattern) {
  const star = pattern.indexOf('*');
  if (star < 0) return existsSync(pattern);
  const folder = pattern.slice(0, pattern.lastIndexOf('/', star));
  const [name = '', ...rest] = pattern.slice(folder.length + 1).split('/');
  const [before = '', after = ''] = name.split('*');
  if (!existsSync(folder)) return false;
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(before) && entry.endsWith(after))
    .some((entry) => fileExists([folder, entry, ...rest].join('/')));
}

/**
 * Whether a package's proof is there.
 * @param {SystemPackage} entry
 */
export function isInstalled(entry) {
  return [entry.proof]
    .flat()
    .some((proof) => (proof.startsWith('/') ? fileExists(proof) : findCommand(proof)));
}

/**
 * What is missing of the packages and may be had.
 * @param {SystemPackage[]} wanted
 */
export function missingPackages(wanted) {
  const notOffered = readIfThere(notOfferedFile).split('\n');
  return wanted.filter(
    (entry) => !isInstalled(entry) && !(entry.optional && notOffered.includes(entry.name)),
  );
}

/**
 * Remember that this system does not offer some optional packages.
 * @param {SystemPackage[]} entries
 */
export function rememberNotOffered(entries) {
  mkdirSync(dirname(notOfferedFile), { recursive: true });
  appendFileSync(notOfferedFile, entries.map(({ name }) => `${name}\n`).join(''));
}
