// node tools/modhost-diff.mjs [--mod-host <program>] [--script <file>] [--all]
// Says the same commands to mod-host and to our daemon, each on a private JACK server without a sound card, and shows where the
// replies differ. Without --mod-host it takes the mod-host on the PATH. --all shows the replies that are the same, too.
// Exit codes: 0 the same but for what the script knows of, 1 other differences, 2 wrong usage or no mod-host.
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { speakTo } from './modhost-diff/speak.mjs';

const startLimitMs = 20_000;
const [modHostPort, daemonPort] = [15_555, 15_557];
const program = new URL('../packages/cli/bin/plugin-hostd.mjs', import.meta.url).pathname;

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];

/**
 * Starts a program; resolves when it says that it is ready.
 * @param {string} command
 * @param {string[]} words
 * @param {Record<string, string>} env
 * @param {RegExp} ready
 * @returns {Promise<void>}
 */
function start(command, words, env, ready) {
  const child = spawn(command, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => reject(new Error(`${command}: ${why}`));
    const timer = setTimeout(() => fail('it did not start in time'), startLimitMs);
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code, signal) => code !== 0 && fail(`it ended, ${signal ?? code}`));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (!ready.test(line)) return;
        clearTimeout(timer);
        resolve();
      });
    }
  });
}

/** Ends the programs that were started, the last one first. */
async function endAll() {
  for (const child of children.splice(0).reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.removeAllListeners('exit').once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}

/** @returns {string | null} */
function findModHost() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'mod-host');
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/**
 * The commands of a script, each with the reason for which it may be answered otherwise.
 * @param {string} text
 * @returns {{ command: string, known: string | null }[]}
 */
export function parseScript(text) {
  /** @type {string | null} */
  let known = null;
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    if (line.startsWith('? ')) {
      known = line.slice(2);
      return [];
    }
    const step = { command: line, known };
    known = null;
    return [step];
  });
}

/**
 * What of a reply can be compared: a load differs from one moment to the next.
 * @param {string} command
 * @param {string | null} reply
 */
function comparable(command, reply) {
  return /^(max_)?cpu_load$/.test(command) ? reply?.replace(/\d+\.\d{4}$/, '<load>') : reply;
}

/**
 * @param {string} modHost
 * @param {string} folder
 */
async function startBoth(modHost, folder) {
  const server = `omx-diff-${process.pid}`;
  const jack = { JACK_DEFAULT_SERVER: server, JACK_NO_START_SERVER: '1', JACK_NO_AUDIO_RESERVATION: '1' };
  const driver = ['-d', 'dummy', '-r', '48000', '-p', '256'];
  await start('jackd', ['-n', server, ...driver], jack, /^JACK server starting/);
  await start('jack_wait', ['-s', server, '-w', '-t', '10'], jack, /available/);
  const ports = ['-p', String(modHostPort), '-f', String(modHostPort + 1)];
  await start(modHost, ['-n', ...ports], jack, /mod-host ready/);
  const settings = ['--run-dir', folder, '--server', 'dummy', '--orphan-timeout-seconds', '0'];
  const own = ['--mod-host-port', String(daemonPort), '--mod-host-feedback-port', String(daemonPort + 1)];
  const words = [program, 'start', '--foreground', ...settings, ...own];
  await start(process.execPath, words, {}, /protocol is served/);
}

/** @param {string | null} reply */
const shown = (reply) => (reply === null ? '(nothing)' : JSON.stringify(reply));

/**
 * @param {{ command: string, known: string | null }[]} steps
 * @param {boolean} all
 */
async function compare(steps, all) {
  const [theirs, ours] = await Promise.all([speakTo(modHostPort), speakTo(daemonPort)]);
  const counts = { same: 0, known: 0, different: 0 };
  for (const { command, known } of steps) {
    const [a, b] = await Promise.all([theirs.ask(command), ours.ask(command)]);
    if (theirs.isGone() && command !== 'quit') throw new Error(`mod-host ended at: ${command}`);
    const isSame = comparable(command, a) === comparable(command, b);
    counts[isSame ? 'same' : known ? 'known' : 'different'] += 1;
    const why = known && !isSame ? `  (${known})` : '';
    if (!isSame) console.log(`${command}\n  mod-host ${shown(a)}\n  daemon   ${shown(b)}${why}`);
    else if (all) console.log(`${command}\n  both     ${shown(a)}`);
  }
  theirs.close();
  ours.close();
  console.log(
    `${counts.same} replies the same, ${counts.known} known to differ, ${counts.different} different`,
  );
  return counts.different === 0 ? 0 : 1;
}

/** @param {string[]} words */
async function main(words) {
  const { values } = parseArgs({
    args: words,
    options: { 'mod-host': { type: 'string' }, script: { type: 'string' }, all: { type: 'boolean' } },
  });
  const modHost = values['mod-host'] ?? findModHost();
  if (!modHost) {
    console.error('There is no mod-host on the PATH. Name one with --mod-host <program>.');
    return 2;
  }
  const script = values.script ?? new URL('modhost-diff/script.txt', import.meta.url).pathname;
  const folder = mkdtempSync(join(tmpdir(), 'omx-diff-'));
  try {
    await startBoth(modHost, folder);
    return await compare(parseScript(readFileSync(script, 'utf8')), values.all ?? false);
  } finally {
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error.message);
    process.exitCode = 2;
  },
);
