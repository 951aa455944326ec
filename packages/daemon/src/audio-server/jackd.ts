import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import { findNamesOfKilled } from '@plugin-hostd/host';
import { jackSocket } from './query.js';

/** A JACK server of our own, reached under a private name. */
export interface Jackd {
  readonly name: string;
  readonly pid: number;
  readonly gone: Promise<string>;
  /** Looks at the process; to connect to the server would keep it from other work. */
  alive(): boolean;
  end(): Promise<void>;
}

export interface JackdOptions {
  readonly runDir: string;
  /** `-d dummy …` or `-d alsa …` */
  readonly driver: readonly string[];
  /** Ask the kernel to end it together with us. */
  readonly dieWithUs: boolean;
}

const startLimitMs = 5000;
const endLimitMs = 3000;
const maximumPorts = 256;
const priority = 70;

/** Which private server a daemon of this run directory left behind, should it have been killed. */
const recordFile = (runDir: string) => join(runDir, 'jackd.pid');

function launch(options: JackdOptions, name: string, realtime: boolean): ChildProcess {
  const log = openSync(join(options.runDir, 'jackd.log'), 'a', 0o600);
  const scheduling = realtime ? ['-R', '-P', String(priority)] : ['-r'];
  const command = ['jackd', '-n', name, ...scheduling, '-p', String(maximumPorts), ...options.driver];
  const wrapped = options.dieWithUs ? ['setpriv', '--pdeathsig', 'TERM', ...command] : command;
  try {
    const child = spawn(wrapped[0] as string, wrapped.slice(1), {
      stdio: ['ignore', log, log],
      detached: true,
      env: { ...process.env, JACK_NO_AUDIO_RESERVATION: '1', JACK_NO_START_SERVER: '1' },
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Removes the shared memory of a server that could not do so itself, or whose clients outlived it. */
function removeShared(name: string): void {
  const left = readdirSync('/dev/shm').filter(
    (file) => file.startsWith('jack_') && file.includes(`_${name}_`),
  );
  for (const file of left) rmSync(join('/dev/shm', file), { force: true });
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(signal ? `jackd was ended by ${signal}` : `jackd exited with ${code}`),
    );
  });
}

/** Resolves when the server's socket is there. */
function listening(name: string): { readonly seen: Promise<true>; stop(): void } {
  let stop = () => {};
  const seen = new Promise<true>((resolve) => {
    const path = jackSocket(name);
    const watcher = watch('/dev/shm', () => existsSync(path) && resolve(true));
    stop = () => watcher.close();
    if (existsSync(path)) resolve(true);
  });
  return { seen, stop: () => stop() };
}

async function attempt(
  options: JackdOptions,
  name: string,
  realtime: boolean,
): Promise<Result<Jackd, string>> {
  const child = launch(options, name, realtime);
  const gone = exitOf(child);
  const socket = listening(name);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('jackd did not listen in time'), startLimitMs);
  });
  const outcome = await Promise.race([socket.seen, gone, late]);
  clearTimeout(timer);
  socket.stop();
  if (outcome !== true) {
    child.kill('SIGKILL');
    return err(outcome);
  }
  const pid = child.pid ?? 0;
  writeFileSync(recordFile(options.runDir), `${pid} ${name}\n`, { mode: 0o600 });
  const alive = () => isServer(pid, name);
  return ok({ name, pid, gone, alive, end: () => end(options, name, child, gone) });
}

/** Whether a process is the server of that name; of a dead one that nobody has waited for, the system shows no command. */
function isServer(pid: number, name: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(name);
  } catch {
    return false;
  }
}

async function end(
  options: JackdOptions,
  name: string,
  child: ChildProcess,
  gone: Promise<string>,
): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
  await gone;
  clearTimeout(timer);
  removeShared(name);
  rmSync(recordFile(options.runDir), { force: true });
  rmSync(join(options.runDir, 'jackd.log'), { force: true });
}

let started = 0;

/**
 * Starts a private jackd; without real-time scheduling where the system does not permit it. Where JACK has no place left, it takes the
 * place of a private server that was killed, by its name. Fails with a reason.
 */
export async function startJackd(options: JackdOptions): Promise<Result<Jackd, string>> {
  started += 1;
  const name = `plugin-hostd-${process.pid}-${started}`;
  const realtime = await attempt(options, name, true);
  if (realtime.ok) return realtime;
  const plain = await attempt(options, name, false);
  const [killed] = plain.ok ? [] : findNamesOfKilled('plugin-hostd-');
  if (killed === undefined) return plain;
  removeShared(killed);
  return attempt(options, killed, true);
}

/** Ends the private server that a killed daemon of this run directory left behind. */
export function endLeftover(runDir: string): void {
  try {
    const [pid, name] = readFileSync(recordFile(runDir), 'utf8').trim().split(' ');
    if (name && isServer(Number(pid), name)) process.kill(Number(pid), 'SIGTERM');
  } catch {
    // There is none, or it is gone.
  }
  rmSync(recordFile(runDir), { force: true });
}
