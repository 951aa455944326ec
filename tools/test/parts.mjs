import { join } from 'node:path';
import { exitCodes, Failure } from '../lib/failure.mjs';
import { repoRoot } from '../lib/files.mjs';
import { Progress } from '../lib/progress.mjs';
import { buildNative } from '../setup/build-native.mjs';
import { buildTypescript } from '../setup/build-typescript.mjs';
import { runChecks, runTypescriptChecks } from './checks.mjs';
import { checkCounts, closingLine, noCounts, skippedCounts, sum } from './counts.mjs';
import {
  runAddressSanitizer,
  runNativeTests,
  runRealtimeSanitizer,
  runThreadSanitizer,
  testBuild,
} from './native.mjs';
import { runVitest } from './vitest.mjs';

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {object} Part
 * @property {string} name for --only
 * @property {string} title
 * @property {('typescript' | 'native')[]} needs builds that must have succeeded
 * @property {() => Promise<Counts>} run
 */

const buildTitles = { typescript: 'compiling TypeScript', native: 'building native code' };

/** @param {'unit' | 'e2e'} project */
const vitest = (project) => runVitest(project, { OMX_BUILD_DIR: join(repoRoot, 'build/test') });

/** In the order in which they run: what fails soonest first. @type {Part[]} */
const allParts = [
  { name: 'checks', title: 'Code checks', needs: [], run: runChecks },
  { name: 'typescript', title: 'TypeScript build', needs: ['typescript'], run: runTypescriptChecks },
  { name: 'native', title: 'Native unit tests', needs: ['native'], run: runNativeTests },
  { name: 'unit', title: 'TypeScript unit tests', needs: ['typescript'], run: () => vitest('unit') },
  { name: 'e2e', title: 'End-to-end tests', needs: ['typescript', 'native'], run: () => vitest('e2e') },
  { name: 'asan', title: 'AddressSanitizer and UBSan', needs: [], run: runAddressSanitizer },
  { name: 'tsan', title: 'ThreadSanitizer', needs: [], run: runThreadSanitizer },
  { name: 'rtsan', title: 'Function effects and RealtimeSanitizer', needs: [], run: runRealtimeSanitizer },
];

/**
 * The parts that the command line asks for.
 * @param {string[]} args
 * @returns {Part[]}
 */
export function chooseParts(args) {
  if (args.length === 0) return allParts;
  const names = args[0] === '--only' && args.length === 2 ? (args[1]?.split(',') ?? []) : [];
  const chosen = allParts.filter((part) => names.includes(part.name));
  if (names.length > 0 && chosen.length === names.length) return chosen;
  const known = allParts.map((part) => part.name).join(', ');
  throw new Failure(exitCodes.usage, ['usage: npm test [-- --only <part>[,<part>…]]', `parts: ${known}`]);
}

/** Builds are made once, when the first part needs them; a failed one is counted once. */
class Builds {
  /** @type {Map<string, Promise<Counts>>} */
  #made = new Map();

  /** @param {'typescript' | 'native'} name @returns {Promise<{ first: boolean, counts: Counts }>} */
  async make(name) {
    const first = !this.#made.has(name);
    if (first) this.#made.set(name, this.#build(name));
    return { first, counts: (await this.#made.get(name)) ?? noCounts() };
  }

  /** @param {'typescript' | 'native'} name */
  async #build(name) {
    const progress = new Progress();
    const build = name === 'typescript' ? buildTypescript(progress) : buildNative(testBuild, progress);
    return asCounts(buildTitles[name], () => build.then(() => checkCounts(buildTitles[name], [])));
  }
}

/** @param {string} title @param {() => Promise<Counts>} work @returns {Promise<Counts>} a Failure counts as one */
async function asCounts(title, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return checkCounts(title, error.message.split('\n'));
  }
}

/** @param {Part} part @param {Builds} builds @returns {Promise<Counts>} */
async function runPart(part, builds) {
  const total = [];
  for (const name of part.needs) {
    const { first, counts } = await builds.make(name);
    if (first) total.push(counts);
    if (counts.failed > 0) return sum([...total, skippedCounts(part.title, `${buildTitles[name]} failed`)]);
  }
  return sum([...total, await asCounts(part.title, part.run)]);
}

/**
 * Run parts one after the other, and print what each came to.
 * @param {Part[]} parts
 * @returns {Promise<number>} exit code
 */
export async function runParts(parts) {
  const builds = new Builds();
  const startedMs = Date.now();
  /** @type {Counts[]} */
  const results = [];
  /** @type {string[]} */
  const table = [];
  for (const part of parts) {
    process.stdout.write(`== ${part.title}\n`);
    const partStartedMs = Date.now();
    const counts = await runPart(part, builds);
    results.push(counts);
    for (const note of counts.notes) process.stdout.write(`  ${note}\n`);
    table.push(tableLine(part.title, counts, Date.now() - partStartedMs));
    process.stdout.write(`${table.at(-1)}\n`);
  }
  const total = sum(results);
  const failures = total.notes.filter((note) => note.startsWith('FAILED'));
  process.stdout.write(`\n${[...table, ...failures].join('\n')}\n`);
  process.stdout.write(`${tableLine('All', total, Date.now() - startedMs)}\n\n${closingLine(total)}\n`);
  return total.failed > 0 ? exitCodes.failed : 0;
}

/** @param {string} title @param {Counts} counts @param {number} tookMs */
function tableLine(title, counts, tookMs) {
  return `${title.padEnd(40)} ${closingLine(counts).padEnd(36)} ${(tookMs / 1000).toFixed(1).padStart(7)} s`;
}
