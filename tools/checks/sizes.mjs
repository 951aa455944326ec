import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot, sourceFiles } from '../lib/files.mjs';

/** A file that needs more lines than this does more than one job. */
export const mostLines = 450;

/**
 * @param {[path: string, text: string][]} files
 * @returns {string[]} problems
 */
export function tooLong(files) {
  return files
    .map(([path, text]) => /** @type {const} */ ([path, text.split('\n').length - 1]))
    .filter(([, lines]) => lines > mostLines)
    .map(([path, lines]) => `${path} has ${lines} lines, more than ${mostLines}: split it`);
}

/** Check every source file that a person wrote. */
export function checkSizes() {
  const written = sourceFiles(repoRoot, '.').filter(
    (path) => /\.(ts|tsx|mjs|c|cpp|h|hpp|cmake)$/.test(path) && !/(^|\/)generated\//.test(path),
  );
  return tooLong(written.map((path) => [path, readFileSync(join(repoRoot, path), 'utf8')]));
}
