import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * The child processes of set-up and test runs. Each leads a process group of its own, so that ending it ends
 * what it started (ninja's compilers, vitest's workers) too.
 *
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] added to this process's environment
 * @property {(line: string) => void} [onLine] called for each line of output and errors
 * @property {string} [logFile] takes all output
 * @property {boolean} [terminal] stays in the session of the terminal, where sudo asks for a password
 * @typedef {object} RunResult
 * @property {number} code exit code; 128 + n after signal n; 127 when the program is not there
 * @property {string[]} tail the last lines of the output
 */

/** @type {Map<import('node:child_process').ChildProcess, boolean>} alive children; true: leads its own group */
const alive = new Map();
let ending = false;
const tailLines = 200;

/**
 * Run a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options = {}) {
  const { cwd, env, onLine, logFile, terminal = false } = options;
  return new Promise((resolve) => {
    if (ending) return; // This process ends in a moment: nothing new begins.
    const child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      detached: !terminal,
      stdio: [terminal ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    });
    alive.set(child, !terminal);
    /** @type {string[]} */
    const tail = [];
    const log = logFile === undefined ? undefined : createWriteStream(logFile);
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        log?.write(`${line}\n`);
        if (tail.push(line) > tailLines) tail.shift();
        onLine?.(line);
      });
    }
    /** @param {number} code */
    const finish = (code) => {
      if (!alive.delete(child) || ending) return;
      if (log) log.end(() => resolve({ code, tail }));
      else resolve({ code, tail });
    };
    child.on('error', (error) => {
      tail.push(`${command}: ${error.message}`);
      finish(127);
    });
    child.on('close', (code, signal) => finish(code ?? 128 + signalNumber(signal)));
  });
}

/** @param {NodeJS.Signals | null} signal */
function signalNumber(signal) {
  return (
    { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }[String(signal)] ??
    0
  );
}

/**
 * Send a signal to every child that is alive, with all of its own children, and start no more.
 * @param {NodeJS.Signals} signal
 */
export function endChildren(signal) {
  ending = true;
  for (const [child, leadsGroup] of alive) {
    if (child.pid === undefined) continue;
    try {
      process.kill(leadsGroup ? -child.pid : child.pid, signal);
    } catch {
      // It ended by itself just now.
    }
  }
}

/** True while a child is alive. */
export function hasChildren() {
  return alive.size > 0;
}
