import { connect, type Socket } from 'node:net';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure, type Verb } from '@plugin-hostd/contracts';
import { type Argument, decodeReply, encodeCommand, MessageSplitter, type Reply } from './codec.js';

/** Longest that a worker's control thread may take for one command before it counts as hung, unless somebody says otherwise. */
export const commandLimitMs = 10_000;

/** Verbs that take as long as their work does. */
const unlimited = new Set<Verb>(['render']);

interface Pending {
  readonly verb: Verb;
  readonly args: readonly Argument[];
  readonly settle: (result: Result<Reply, Failure>) => void;
}

/** Opens a connection to a worker's socket; rejects with the system's error. */
export function openSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/**
 * One control connection of a worker. Commands are pipelined: written at once, answered in order. When the connection ends, every
 * command in flight fails with `worker_lost`. A command that is not answered in time reports `onHung` once; the connection goes on
 * waiting, since only ending the process frees a hung control thread.
 */
export class WorkerConnection {
  readonly #socket: Socket;
  readonly #splitter = new MessageSplitter();
  readonly #pending: Pending[] = [];
  readonly #lines = new Set<(line: string) => void>();
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /** Called when the oldest command has been in flight for longer than its limit. */
  onHung: ((verb: Verb) => void) | undefined;
  /** Called once, when the worker's end of the connection is gone. */
  onEnd: (() => void) | undefined;

  /** Name of the worker in failures. */
  workerName: string;
  readonly #limitMs: number;

  constructor(socket: Socket, workerName: string, limitMs = commandLimitMs) {
    this.#socket = socket;
    this.#limitMs = limitMs;
    this.workerName = workerName;
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', () => this.#end());
    socket.on('close', () => this.#end());
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The oldest command in flight, if any. */
  get inFlight(): { readonly verb: Verb; readonly args: readonly Argument[] } | undefined {
    return this.#pending[0];
  }

  /** Sends a command; resolves with its reply, or with the failure that the worker reported. */
  command(verb: Verb, ...args: Argument[]): Promise<Result<Reply, Failure>> {
    const text = encodeCommand(verb, args);
    if (!text.ok) return Promise.resolve(text);
    if (this.#ended) return Promise.resolve(err(this.#lost()));
    return new Promise((settle) => {
      this.#pending.push({ verb, args, settle });
      this.#socket.write(`${text.value}\0`);
      if (this.#pending.length === 1) this.#watchOldest();
    });
  }

  /** Turns this connection into one that receives feedback lines as well. */
  async subscribe(onLine: (line: string) => void): Promise<Result<void, Failure>> {
    this.#lines.add(onLine);
    const reply = await this.command('subscribe');
    return reply.ok ? ok(undefined) : reply;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    for (const message of this.#splitter.push(bytes)) this.#dispatch(message);
  }

  /** A message is the reply to the oldest command when it looks like one; parser errors of mod-host are bare texts. */
  #dispatch(message: string): void {
    const isReply = /^(resp -?\d|not found$|few arguments$|many arguments$)/.test(message);
    const oldest = isReply ? this.#pending.shift() : undefined;
    if (!oldest) {
      for (const listener of this.#lines) listener(message);
      return;
    }
    this.#watchOldest();
    oldest.settle(decodeReply(oldest.verb, oldest.args, message));
  }

  #watchOldest(): void {
    clearTimeout(this.#timer);
    const oldest = this.#pending[0];
    if (!oldest || unlimited.has(oldest.verb)) return;
    this.#timer = setTimeout(() => this.onHung?.(oldest.verb), this.#limitMs);
  }

  #lost(): Failure {
    return failure('worker_lost', { worker: this.workerName, reason: 'its connection closed' });
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const pending of this.#pending.splice(0)) pending.settle(err(this.#lost()));
    this.onEnd?.();
  }
}
