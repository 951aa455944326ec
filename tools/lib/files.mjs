import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, without a slash at the end. */
export const repoRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const neverSource = new Set(['node_modules', 'dist', 'build', '.git', 'coverage']);

/**
 * All files below `root`/`folder`, as sorted paths relative to `root`; build products are left out.
 * @param {string} root
 * @param {string} folder relative to `root`; a missing one has no files
 * @returns {string[]}
 */
export function sourceFiles(root, folder) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} path */
  const visit = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (neverSource.has(entry.name)) continue;
      const full = join(path, entry.name);
      if (entry.isDirectory()) visit(full);
      else if (entry.isFile()) found.push(relative(root, full));
    }
  };
  if (existsSync(join(root, folder))) visit(join(root, folder));
  return found.sort();
}

/**
 * One short text that changes when any of the files is added, removed or saved (by size and time, not content).
 * @param {string} root
 * @param {string[]} paths relative to `root`; missing ones count as such
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha1');
  for (const path of paths) {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    hash.update(`${path}\0${stat ? `${stat.size}:${stat.mtimeMs}` : 'missing'}\n`);
  }
  return hash.digest('hex');
}

/**
 * One short text that changes with the content of any of the files.
 * @param {string} root
 * @param {string[]} paths relative to `root`
 */
export function contentHash(root, paths) {
  const hash = createHash('sha1');
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * The text of a file, or '' when there is none.
 * @param {string} path
 */
export function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
