import { run } from '../lib/children.mjs';
import { aptFraction } from '../lib/progress.mjs';
import { findCommand } from './installed.mjs';

/**
 * @typedef {import('../packages.mjs').SystemPackage} SystemPackage
 * @typedef {import('../lib/progress.mjs').Progress} Progress
 */

const aptEnv = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C'];
const installOptions = [
  '-y',
  '--no-install-recommends',
  '-o',
  'DPkg::Lock::Timeout=300',
  '-o',
  'APT::Status-Fd=1',
];

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

/**
 * What apt can install for some entries, by the lists that it has.
 * @param {SystemPackage[]} entries
 */
export async function askApt(entries) {
  const wanted = entries.flatMap((entry) => [entry.name, ...(entry.or ?? [])]);
  /** @type {string[]} */
  const lines = [];
  const env = { LC_ALL: 'C' };
  await run('apt-cache', ['policy', ...wanted], { env, onLine: (line) => lines.push(line) });
  return chooseNames(entries, availableNames(lines));
}

/** How this process can act as root: [] as root itself, ['sudo'] through sudo, undefined when it cannot. */
export async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!findCommand('sudo')) return undefined;
  if (process.stdin.isTTY) return ['sudo'];
  return (await run('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Refresh apt's lists.
 * @param {string[]} prefix of rootPrefix()
 * @param {Progress} progress
 */
export function updateLists(prefix, progress) {
  return apt(prefix, ['update'], 'Refreshing the list of system packages', progress);
}

/**
 * Install packages; when that fails, once more with fresh lists, since old ones name files that the mirror lost.
 * @param {string[]} prefix of rootPrefix()
 * @param {string[]} names
 * @param {Progress} progress
 * @returns {Promise<boolean>} whether it went well
 */
export async function installNames(prefix, names, progress) {
  const title = 'Installing system packages';
  const args = ['install', ...installOptions, ...names];
  if (await apt(prefix, args, title, progress)) return true;
  await updateLists(prefix, progress);
  return apt(prefix, args, title, progress);
}

/**
 * @param {string[]} prefix
 * @param {string[]} args
 * @param {string} title
 * @param {Progress} progress
 * @returns {Promise<boolean>} whether it went well
 */
async function apt(prefix, args, title, progress) {
  const command = [...prefix, 'env', ...aptEnv, 'apt-get', ...args];
  const terminal = prefix.length === 1;
  // sudo may ask for a password: let it ask first, so that no progress line covers the question.
  if (terminal) await run('sudo', ['-v'], { terminal });
  progress.begin(title);
  const { code, tail } = await run(command[0] ?? 'env', command.slice(1), {
    terminal,
    onLine: (line) => progress.update(aptFraction(line) ?? 0),
  });
  if (code === 0) progress.done();
  else progress.note('', ...tail.filter((line) => !/^(dl|pm)status:/.test(line)).slice(-15));
  return code === 0;
}
