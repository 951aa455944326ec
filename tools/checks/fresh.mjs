import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from '../lib/children.mjs';
import { repoRoot, sourceFiles } from '../lib/files.mjs';

const notCopied = new Set(['node_modules', 'build', '.git']);
const isGenerated = (/** @type {string} */ path) => /(^|\/)generated\//.test(path);

/**
 * Compare what is in a tree with what the generators made.
 * @param {Map<string, string>} present path and text of each file in the tree
 * @param {Map<string, string>} made path and text of each file after a run from nothing
 * @returns {string[]} one line for each file that is out of date
 */
export function staleFiles(present, made) {
  /** @type {string[]} */
  const problems = [];
  for (const [path, text] of made) {
    if (present.get(path) !== text) problems.push(`${path} is ${present.has(path) ? 'stale' : 'missing'}`);
  }
  for (const path of present.keys()) {
    if (isGenerated(path) && !made.has(path)) problems.push(`${path} is written by no generator: delete it`);
  }
  return problems.sort();
}

/** @param {string} root */
function readTree(root) {
  return new Map(sourceFiles(root, '.').map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/**
 * Run the generators on a copy of the tree without its generated folders, and compare. The tree must be compiled.
 * @returns {Promise<string[]>} problems, each with the next step
 */
export async function checkFresh() {
  const copy = mkdtempSync(join(tmpdir(), 'plugin-hostd-fresh-'));
  try {
    cpSync(repoRoot, copy, {
      recursive: true,
      filter: (source) => {
        const path = relative(repoRoot, source);
        return !notCopied.has(path) && !isGenerated(`${path}/`);
      },
    });
    symlinkSync(join(repoRoot, 'node_modules'), join(copy, 'node_modules'));
    const { code, tail } = await run(process.execPath, ['tools/generate.mjs'], { cwd: copy });
    if (code !== 0) return [...tail, 'a generator failed: run npm run generate'];
    const stale = staleFiles(readTree(repoRoot), readTree(copy));
    return stale.map((problem) => `${problem} (run npm run generate)`).concat(await untracked());
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Generated files that a commit would leave out. */
async function untracked() {
  if (!existsSync(join(repoRoot, '.git'))) return [];
  /** @type {string[]} */
  const lines = [];
  await run('git', ['ls-files', '--others'], { cwd: repoRoot, onLine: (line) => lines.push(line) });
  return lines
    .filter((path) => isGenerated(path) && !/(^|\/)(node_modules|build|dist)\//.test(path))
    .map((path) => `${path} is not committed (run git add ${path})`);
}
