import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, repoRoot, sourceFiles } from '../lib/files.mjs';
import { nativeRules, typescriptRules } from './import-rules.mjs';
import { checkNativeFile } from './imports-native.mjs';
import { checkTypescriptFile } from './imports-typescript.mjs';

/**
 * @typedef {import('./imports-typescript.mjs').Violation} Violation
 * @typedef {{ limit: number, entries: { from: string, to: string, why: string }[] }} Allowlist
 */

const allowlistPath = 'tools/checks/import-allowlist.json';

/**
 * Take out what the allowlist excuses. The list may only shrink: an entry that excuses nothing is a problem, and so
 * is a list whose length is not its limit (raising the limit is a decision that a reviewer sees).
 * @param {Violation[]} violations
 * @param {Allowlist} allowlist
 * @returns {string[]} problems
 */
export function applyAllowlist(violations, allowlist) {
  const same = (
    /** @type {{ from: string, to: string }} */ a,
    /** @type {{ from: string, to: string }} */ b,
  ) => a.from === b.from && a.to === b.to;
  const problems = violations
    .filter((violation) => !allowlist.entries.some((entry) => same(entry, violation)))
    .map(({ from, to, why }) => `${from} imports ${to}: ${why}`);
  for (const entry of allowlist.entries) {
    if (violations.some((violation) => same(entry, violation))) continue;
    problems.push(
      `${allowlistPath}: nothing needs the entry ${entry.from} → ${entry.to} any more: remove it`,
    );
  }
  if (allowlist.entries.length !== allowlist.limit) {
    problems.push(
      `${allowlistPath}: limit is ${allowlist.limit}, but there are ${allowlist.entries.length} entries`,
    );
  }
  return problems;
}

/** @param {string} folder @returns {string[]} what a package.json lists */
function declaredBy(folder) {
  const manifest = JSON.parse(readIfThere(join(repoRoot, folder, 'package.json')) || '{}');
  return Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  });
}

/**
 * Folders of code that no rule speaks of: a new folder begins with its rule.
 * @param {string[]} paths of all source files
 */
export function foldersWithoutRule(paths) {
  const folders = new Set(paths.map((path) => /^(native|packages)\/[^/]+(?=\/)/.exec(path)?.[0] ?? ''));
  const ruled = [...Object.keys(typescriptRules), ...Object.keys(nativeRules)];
  return [...folders]
    .filter(
      (folder) => folder !== '' && !ruled.some((known) => known === folder || known.startsWith(`${folder}/`)),
    )
    .map((folder) => `${folder} has no rule in tools/checks/import-rules.mjs`);
}

/** Check the imports of every source file; returns the problems. */
export function checkImports() {
  /** @type {Violation[]} */
  const violations = [];
  const ofRoot = declaredBy('.');
  for (const folder of Object.keys(typescriptRules)) {
    const declared = declaredBy(folder);
    for (const path of sourceFiles(repoRoot, `${folder}/src`)) {
      if (!/\.tsx?$/.test(path)) continue;
      const text = readFileSync(join(repoRoot, path), 'utf8');
      violations.push(
        ...checkTypescriptFile({ path, text }, path.includes('.test.') ? [...declared, ...ofRoot] : declared),
      );
    }
  }
  for (const path of ['native', 'plugins', 'fixtures'].flatMap((folder) => sourceFiles(repoRoot, folder))) {
    if (!/\.(c|cpp|h|hpp)$/.test(path)) continue;
    violations.push(...checkNativeFile(path, readFileSync(join(repoRoot, path), 'utf8')));
  }
  const problems = foldersWithoutRule(sourceFiles(repoRoot, '.'));
  return problems.concat(
    applyAllowlist(violations, JSON.parse(readFileSync(join(repoRoot, allowlistPath), 'utf8'))),
  );
}
