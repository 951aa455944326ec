import { typescriptRules } from './import-rules.mjs';

/**
 * One import that breaks a rule.
 * @typedef {{ from: string, to: string, why: string }} Violation
 *
 * One TypeScript file, with the package.json of its workspace.
 * @typedef {object} TypescriptFile
 * @property {string} path relative to the repository: "packages/host/src/wire.ts"
 * @property {string} text
 */

const scope = '@plugin-hostd/';
const importPattern =
  /(?:^|[;}\n])\s*(?:import|export)\s+(?:[\w*{}\s,$]+?\s+from\s+)?(['"])([^'"\n]+)\1|\bimport\(\s*(['"])([^'"\n]+)\3/g;
const ambientNode = /(?<![\w.$'"])(process|Buffer|__dirname|require)(?=[.(])/;
const impure =
  /(?<![\w.$'"])(Date|performance|process|Buffer|fetch|setTimeout|setInterval|crypto)(?=[.(])|\bMath\.random\b/;

/** @param {string} text */
export function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');
}

/**
 * What a file imports, as written.
 * @param {string} text
 */
export function importsOf(text) {
  return [...withoutComments(text).matchAll(importPattern)].map((match) => match[2] ?? match[4] ?? '');
}

/** @param {string} path */
function workspaceOf(path) {
  return Object.keys(typescriptRules).find((folder) => path.startsWith(`${folder}/src/`));
}

/** @param {string} specifier @returns {string | undefined} the workspace folder that it names */
function workspaceNamed(specifier) {
  if (!specifier.startsWith(scope)) return undefined;
  const name = specifier.slice(scope.length).split('/')[0] ?? '';
  return [name, `packages/${name}`].find((folder) => folder in typescriptRules) ?? `packages/${name}`;
}

/** @param {string} folder @param {string} path @param {string} specifier */
function leavesWorkspace(folder, path, specifier) {
  if (!specifier.startsWith('.')) return false;
  const target = new URL(specifier, `file:///${path}`).pathname.slice(1);
  return !target.startsWith(`${folder}/`);
}

/**
 * Why one import is not allowed; undefined when it is.
 * @param {string} folder @param {string} path @param {string} specifier
 * @param {string[]} declared names that the workspace's package.json (or, for tests, the root's) lists
 */
function whyNot(folder, path, specifier, declared) {
  const rule = typescriptRules[folder];
  if (!rule) return undefined;
  const isTest = path.endsWith('.test.ts');
  const ownPath = path.slice(`${folder}/src/`.length);
  if (leavesWorkspace(folder, path, specifier))
    return `${folder} is left by a relative path: import the package`;
  if (specifier.startsWith('.')) return undefined;
  if (specifier.startsWith('node:')) {
    if (isTest) return undefined;
    if (rule.pure) return `${folder} is pure: it may not use ${specifier}`;
    if (rule.browserSafe?.test(ownPath)) return `this part of ${folder} runs in a browser too`;
    return undefined;
  }
  const workspace = workspaceNamed(specifier);
  if (workspace !== undefined && workspace !== folder && !rule.may.includes(workspace)) {
    return `${folder} may not use ${workspace}`;
  }
  if (workspace === undefined && rule.noNpm && !isTest) return `${folder} imports nothing`;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (workspace !== folder && !declared.includes(name)) return `${folder}/package.json does not list ${name}`;
  return undefined;
}

/**
 * The broken rules of one file.
 * @param {TypescriptFile} file
 * @param {string[]} declared
 * @returns {Violation[]}
 */
export function checkTypescriptFile(file, declared) {
  const folder = workspaceOf(file.path);
  if (folder === undefined) return [];
  const rule = typescriptRules[folder];
  /** @type {Violation[]} */
  const violations = [];
  for (const to of importsOf(file.text)) {
    const why = whyNot(folder, file.path, to, declared);
    if (why !== undefined) violations.push({ from: file.path, to, why });
  }
  if (file.path.endsWith('.test.ts')) return violations;
  const code = withoutComments(file.text);
  const global = rule?.pure ? impure.exec(code) : undefined;
  if (global)
    violations.push({ from: file.path, to: global[0], why: `${folder} is pure: no clock, random, Node` });
  const ownPath = file.path.slice(`${folder}/src/`.length);
  const ofNode = rule?.browserSafe?.test(ownPath) ? ambientNode.exec(code) : undefined;
  if (ofNode)
    violations.push({ from: file.path, to: ofNode[0], why: `this part of ${folder} runs in a browser too` });
  return violations;
}
