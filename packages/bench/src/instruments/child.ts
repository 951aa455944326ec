import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import type { Scope } from '../run/scope.js';

const endLimitMs = 2000;
const answerLimitMs = 15_000;

/** A helper program that answers a line of JSON to a line of text. It ends with its scope. */
export class Child {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #name: string;
  #stderr = '';

  constructor(
    name: string,
    program: string,
    args: readonly string[],
    environment: NodeJS.ProcessEnv,
    scope: Scope,
  ) {
    this.#name = name;
    this.#process = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: environment });
    this.#process.on('error', (error) => {
      this.#stderr += error.message;
    });
    this.#process.stdin?.on('error', () => {}); // its end shows in the missing answer
    this.#process.stderr?.on('data', (text: Buffer) => {
      this.#stderr = (this.#stderr + text.toString()).slice(-2000);
    });
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]();
    scope.defer(() => this.end());
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The next line that it prints, as JSON; fails when it ends first, says nothing in time, or prints something else. */
  async next(): Promise<Result<unknown, Failure>> {
    const line = await this.#nextLine();
    if (line === 'late') return this.#lost(`it did not answer within ${answerLimitMs / 1000} s`);
    if (line.done) return this.#lost(this.#stderr.trim().split('\n').at(-1) || 'it ended without a word');
    try {
      return ok(JSON.parse(line.value));
    } catch {
      return err(failure('internal', { reason: `${this.#name} printed "${line.value}"` }));
    }
  }

  async #nextLine(): Promise<IteratorResult<string> | 'late'> {
    const limit = new AbortController();
    const late = sleep(answerLimitMs, 'late' as const, { signal: limit.signal, ref: false });
    const line = await Promise.race([this.#lines.next(), late.catch(() => 'late' as const)]);
    limit.abort();
    return line;
  }

  #lost(reason: string): Result<never, Failure> {
    const code = this.#process.pid === undefined ? 'worker_start' : 'worker_lost';
    return err(failure(code, { worker: this.#name, reason }));
  }

  /** Sends a line and returns the answer to it. */
  ask(line: string): Promise<Result<unknown, Failure>> {
    this.#process.stdin?.write(`${line}\n`);
    return this.next();
  }

  /** Ends its input and it, by force when it does not go. */
  async end(): Promise<void> {
    if (
      this.#process.pid === undefined ||
      this.#process.exitCode !== null ||
      this.#process.signalCode !== null
    )
      return;
    const gone = once(this.#process, 'exit');
    this.#process.stdin?.end();
    this.#process.kill('SIGTERM');
    const killer = setTimeout(() => this.#process.kill('SIGKILL'), endLimitMs);
    await gone;
    clearTimeout(killer);
  }
}
