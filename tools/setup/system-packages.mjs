import { exitCodes, Failure } from '../lib/failure.mjs';
import { askApt, installCommand, installNames, rootPrefix, updateLists } from './apt.mjs';
import { findCommand, isInstalled, missingPackages, rememberNotOffered } from './installed.mjs';

/**
 * @typedef {import('../packages.mjs').SystemPackage} SystemPackage
 * @typedef {import('../lib/progress.mjs').Progress} Progress
 */

/**
 * Install what is missing of the packages, after printing the list.
 * @param {SystemPackage[]} wanted
 * @param {Progress} progress
 */
export async function installPackages(wanted, progress) {
  const missing = missingPackages(wanted);
  if (missing.length === 0) return;
  const required = missing.filter((entry) => !entry.optional);
  if (!findCommand('apt-get')) {
    if (required.length > 0) throw noApt(required);
    return;
  }
  const prefix = await rootPrefix();
  if (prefix === undefined && required.length === 0) return;
  const { names, unavailable } = await offered(missing, prefix, progress);
  const unknown = unavailable.filter((entry) => !entry.optional);
  if (unknown.length > 0) throw notAvailable(unknown);
  if (names.length === 0) return;
  progress.note(
    'System packages to install:',
    ...describe(missing.filter((entry) => !unavailable.includes(entry))),
  );
  if (prefix === undefined) throw needsRoot(names);
  if (!(await installNames(prefix, names, progress))) throw aptFailed(names, prefix);
  const absent = required.filter((entry) => !isInstalled(entry));
  if (absent.length > 0) throw proofAbsent(absent);
}

/**
 * What apt offers; its lists are refreshed when something is not found in them and this process may do so.
 * @param {SystemPackage[]} missing
 * @param {string[] | undefined} prefix
 * @param {Progress} progress
 */
async function offered(missing, prefix, progress) {
  const choice = await askApt(missing);
  if (choice.unavailable.length === 0 || prefix === undefined) return choice;
  if (!(await updateLists(prefix, progress))) return choice;
  const second = await askApt(missing);
  const optional = second.unavailable.filter((entry) => entry.optional);
  for (const { name, why } of optional)
    progress.note(`This system does not offer ${name} (${why}): going on without.`);
  rememberNotOffered(optional);
  return second;
}

/** @param {string[]} names @param {string[]} prefix */
function aptFailed(names, prefix) {
  return new Failure(exitCodes.packagesFailed, [
    'apt-get could not install the packages. Run this, mend what it says, and start again:',
    `  ${installCommand(names, prefix.length === 0)}`,
  ]);
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
