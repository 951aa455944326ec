// Child processes of a test: started with their output kept, ended by pid, never left behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A running program whose output is kept. */
export class Program {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  private readonly closed: Promise<unknown[]>;

  constructor(command: string, args: readonly string[], options: StartOptions = {}) {
    this.child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    this.child.stdout?.on('data', (data: Buffer) => {
      this.stdout += data.toString();
    });
    this.child.stderr?.on('data', (data: Buffer) => {
      this.stderr += data.toString();
    });
    this.closed = once(this.child, 'close');
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error(`not started: ${this.child.spawnfile}`);
    return this.child.pid;
  }

  /** Throws with what it said when it has ended. */
  expectRunning(): void {
    const { exitCode, signalCode, spawnfile } = this.child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`${spawnfile} ended with ${exitCode ?? signalCode}: ${this.stdout}${this.stderr}`);
  }

  /** Resolves when the program has ended and all its output is read. */
  async finished(): Promise<Finished> {
    const [code, signal] = (await this.closed) as [number | null, NodeJS.Signals | null];
    return { code, signal, stdout: this.stdout, stderr: this.stderr };
  }

  /** Sends `signal` and waits for the end; SIGKILL follows when it does not come within `graceMs`. */
  async end(signal: NodeJS.Signals = 'SIGTERM', graceMs = 5000): Promise<Finished> {
    this.child.kill(signal);
    const killer = setTimeout(() => this.child.kill('SIGKILL'), graceMs);
    const result = await this.finished();
    clearTimeout(killer);
    return result;
  }
}

/** Runs a program to its end. */
export function run(command: string, args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  return new Program(command, args, options).finished();
}

/** Polls `condition` until it gives something other than undefined or false; throws after `limitMs`, naming `what`. */
export async function until<T>(
  what: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 15_000,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether a process with this id exists (a zombie counts as ended). */
export async function alive(pid: number): Promise<boolean> {
  const { readFile } = await import('node:fs/promises');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}
