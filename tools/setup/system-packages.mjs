import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../lib/children.mjs';
import { exitCodes, Failure } from '../lib/failure.mjs';
import { aptFraction } from '../lib/progress.mjs';

/** @typedef {import('../packages.mjs').SystemPackage} SystemPackage */

const aptEnv = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C'];
const aptOptions = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];

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
 * The one command that a person can run to install packages.
 * @param {string[]} names
 * @param {boolean} asRoot
 */
export function installCommand(names, asRoot) {
  return `${asRoot ? '' : 'sudo '}apt-get install -y --no-install-recommends ${names.join(' ')}`;
}

/**
 * Choose what to ask apt for: each entry's own name, else its best alternative, else none.
 * @param {SystemPackage[]} entries
 * @param {Set<string>} available names that apt can install
 */
export function chooseNames(entries, available) {
  /** @type {string[]} */
  const names = [];
  /** @type {SystemPackage[]} */
  const unavailable = [];
  for (const entry of entries) {
    const name = [entry.name, ...(entry.or ?? [])].find((candidate) => available.has(candidate));
    if (name === undefined) unavailable.push(entry);
    else names.push(name);
  }
  return { names, unavailable };
}

/**
 * The names in apt-cache's answer that have a version to install.
 * @param {string[]} lines of `apt-cache policy <names>`
 */
export function availableNames(lines) {
  /** @type {Set<string>} */
  const names = new Set();
  let current = '';
  for (const line of lines) {
    const heading = /^(\S+):$/.exec(line);
    if (heading?.[1]) current = heading[1].replace(/:[a-z0-9]+$/, '');
    else if (/^\s+Candidate: (?!\(none\))/.test(line)) names.add(current);
  }
  return names;
}

/** @param {SystemPackage[]} entries */
async function askApt(entries) {
  const wanted = entries.flatMap((entry) => [entry.name, ...(entry.or ?? [])]);
  /** @type {string[]} */
  const lines = [];
  const env = { LC_ALL: 'C' };
  await run('apt-cache', ['policy', ...wanted], { env, onLine: (line) => lines.push(line) });
  return chooseNames(entries, availableNames(lines));
}

/** How this process can act as root: [] as root itself, ['sudo'] through sudo, undefined when it cannot. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!findCommand('sudo')) return undefined;
  if (process.stdin.isTTY) return ['sudo'];
  return (await run('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Install what is missing of the packages, after printing the list.
 * @param {SystemPackage[]} wanted
 * @param {import('../lib/progress.mjs').Progress} progress
 */
export async function installPackages(wanted, progress) {
  const missing = wanted.filter((entry) => !isInstalled(entry));
  if (missing.length === 0) return;
  const required = missing.filter((entry) => !entry.optional);
  if (!findCommand('apt-get')) {
    if (required.length > 0) throw noApt(required);
    return;
  }
  const prefix = await rootPrefix();
  if (prefix === undefined && required.length === 0) return;
  let choice = await askApt(missing);
  if (choice.unavailable.length > 0 && prefix) {
    await apt(prefix, ['update'], 'Refreshing the list of system packages', progress);
    choice = await askApt(missing);
  }
  const unknown = choice.unavailable.filter((entry) => !entry.optional);
  if (unknown.length > 0) throw notAvailable(unknown);
  for (const entry of choice.unavailable)
    progress.note(`Not available on this system: ${entry.name} (${entry.why})`);
  if (choice.names.length === 0) return;
  progress.note('System packages to install:', ...describe(missing));
  if (prefix === undefined) throw needsRoot(choice.names);
  await install(prefix, choice.names, progress);
  const absent = required.filter((entry) => !isInstalled(entry));
  if (absent.length > 0) throw proofAbsent(absent);
}

/** @param {string[]} prefix @param {string[]} names @param {import('../lib/progress.mjs').Progress} progress */
async function install(prefix, names, progress) {
  const title = 'Installing system packages';
  const args = ['install', ...aptOptions, '-o', 'APT::Status-Fd=1', ...names];
  if (await apt(prefix, args, title, progress)) return;
  // An old list names files that the mirror no longer has.
  await apt(prefix, ['update'], 'Refreshing the list of system packages', progress);
  if (await apt(prefix, args, title, progress)) return;
  throw new Failure(exitCodes.packagesFailed, [
    'apt-get could not install the packages. Run this, mend what it says, and start again:',
    `  ${installCommand(names, prefix.length === 0)}`,
  ]);
}

/**
 * @param {string[]} prefix
 * @param {string[]} args
 * @param {string} title
 * @param {import('../lib/progress.mjs').Progress} progress
 * @returns {Promise<boolean>} whether it went well
 */
async function apt(prefix, args, title, progress) {
  const command = [...prefix, 'env', ...aptEnv, 'apt-get', ...args];
  if (prefix[0] === 'sudo' && !prefix.includes('-n')) {
    // sudo may ask for a password: ask first, so that no progress line covers the question.
    await run('sudo', ['-v'], { terminal: true });
  }
  progress.begin(title);
  const { code, tail } = await run(command[0] ?? 'env', command.slice(1), {
    terminal: false,
    onLine: (line) => progress.update(aptFraction(line) ?? 0),
  });
  if (code === 0) progress.done();
  else progress.note('', ...tail.filter((line) => !/^(dl|pm)status:/.test(line)).slice(-15));
  return code === 0;
}

/** @param {SystemPackage[]} entries */
function describe(entries) {
  return entries.map((entry) => `  ${entry.name.padEnd(22)} ${entry.why}`);
}

/** @param {SystemPackage[]} entries */
function noApt(entries) {
  return new Failure(exitCodes.packagesMissing, [
    'These are missing, and this system has no apt-get. Install what your system calls them, and start again:',
    ...describe(entries),
  ]);
}

/** @param {SystemPackage[]} entries */
function notAvailable(entries) {
  return new Failure(exitCodes.packagesMissing, [
    'This system offers no package for these (on Ubuntu, enable "universe": sudo add-apt-repository universe):',
    ...describe(entries),
  ]);
}

/** @param {string[]} names */
function needsRoot(names) {
  return new Failure(exitCodes.packagesMissing, [
    'Installing them needs root. Run this, and start again:',
    `  ${installCommand(names, false)}`,
  ]);
}

/** @param {SystemPackage[]} entries */
function proofAbsent(entries) {
  return new Failure(exitCodes.packagesFailed, [
    'apt-get reported success, but these are still not found:',
    ...entries.map((entry) => `  ${entry.name}: expected ${[entry.proof].flat().join(' or ')}`),
  ]);
}
