import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../lib/files.mjs';

/**
 * The lock file must name no registry, so that npm takes packages from whichever one a person has set up.
 * @param {string} text of package-lock.json
 * @returns {string[]} problems
 */
export function registryHosts(text) {
  const hosts = new Set([...text.matchAll(/"resolved": "(https?:\/\/[^/"]+)/g)].map((match) => match[1]));
  return [...hosts].map(
    (host) => `package-lock.json names ${host}: run npm install --omit-lockfile-registry-resolved`,
  );
}

export function checkLockFile() {
  return registryHosts(readFileSync(join(repoRoot, 'package-lock.json'), 'utf8'));
}
