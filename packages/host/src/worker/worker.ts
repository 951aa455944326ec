import type { ChildProcess } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Result } from '@plugin-hostd/base';
import { ok } from '@plugin-hostd/base';
import type { Failure, Verb } from '@plugin-hostd/contracts';
import type { StatusPage } from '../status/decode.js';
import { readStatusPage } from '../status/read.js';
import type { Argument, Reply } from '../wire/codec.js';
import { openSocket, WorkerConnection } from '../wire/connection.js';
import type { HangRecord, WorkerDeath } from './death.js';
import { endWorker, killProcess } from './end.js';
import { type WorkerFiles, workerFiles } from './launch.js';

/** How a process ended, as its parent or whoever watches it sees it. */
export interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** What a worker looks like to those who use it. */
export interface Worker {
  readonly name: string;
  readonly pid: number;
  readonly files: WorkerFiles;
  /** Resolves once, when the process is gone. */
  readonly death: Promise<WorkerDeath>;
  /** False once its control connection is gone: it is dead or dying. */
  readonly connected: boolean;
  command(verb: Verb, ...args: Argument[]): Promise<Result<Reply, Failure>>;
  /** Opens a second connection for feedback lines. */
  subscribe(onLine: (line: string) => void): Promise<Result<void, Failure>>;
  readStatus(): Promise<Result<StatusPage, Failure>>;
  /** Asks it to end, kills it when it does not within two seconds; resolves when it is gone and its files are removed. */
  end(): Promise<WorkerDeath>;
  /**
   * Gives a worker that was started in advance its name: its socket, status page and log are found under it from now on. When it ends
   * by itself it does not know these paths, so they stay until somebody removes them.
   */
  rename(name: string): void;
  kill(): void;
  /** Kills it because a call does not return, and says so in its death. */
  killHung(hang: HangRecord): void;
}

/** Watches a child that we started ourselves. */
export function exitOfChild(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null)
      resolve({ exitCode: child.exitCode, signal: child.signalCode });
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

/**
 * A worker that we are connected to. It does not care who started the process: whoever makes it passes a promise of the exit, so that
 * one found in the run directory can be adopted in the same way.
 */
export class ConnectedWorker implements Worker {
  readonly pid: number;
  readonly death: Promise<WorkerDeath>;
  #name: string;
  #files: WorkerFiles;
  readonly #connection: WorkerConnection;
  #feedback: WorkerConnection | undefined;
  #hang: HangRecord | null = null;

  constructor(
    name: string,
    pid: number,
    files: WorkerFiles,
    connection: WorkerConnection,
    exit: Promise<Exit>,
  ) {
    this.#name = name;
    this.pid = pid;
    this.#files = files;
    this.#connection = connection;
    connection.onHung = () => void this.#blameHung();
    this.death = exit.then((outcome) => this.#bury(outcome));
  }

  get name(): string {
    return this.#name;
  }

  get files(): WorkerFiles {
    return this.#files;
  }

  get connected(): boolean {
    return !this.#connection.ended;
  }

  command(verb: Verb, ...args: Argument[]): Promise<Result<Reply, Failure>> {
    return this.#connection.command(verb, ...args);
  }

  async subscribe(onLine: (line: string) => void): Promise<Result<void, Failure>> {
    this.#feedback = new WorkerConnection(await openSocket(this.files.socket), this.name);
    const subscribed = await this.#feedback.subscribe(onLine);
    return subscribed.ok ? ok(undefined) : subscribed;
  }

  readStatus(): Promise<Result<StatusPage, Failure>> {
    return readStatusPage(this.files.status);
  }

  end(): Promise<WorkerDeath> {
    return endWorker(this, this.#connection);
  }

  rename(name: string): void {
    const files = workerFiles(dirname(this.#files.socket), name);
    for (const kind of ['socket', 'status', 'log'] as const)
      if (existsSync(this.#files[kind])) renameSync(this.#files[kind], files[kind]);
    this.#name = name;
    this.#files = files;
    this.#connection.workerName = name;
  }

  kill(): void {
    killProcess(this.pid);
  }

  killHung(hang: HangRecord): void {
    this.#hang = hang;
    this.kill();
  }

  /**
   * A control thread stuck in a call cannot be freed: the blame registers say whose call, then the process goes. Control may also be
   * waiting for an audio thread that is stuck.
   */
  async #blameHung(): Promise<void> {
    const page = await this.readStatus();
    const control = page.ok ? page.value.controlBlame : null;
    const audio = page.ok ? page.value.clients.find((client) => client.blame)?.blame : null;
    const blame = control ?? audio;
    this.killHung({
      instance: blame?.instance ?? null,
      call: blame?.call ?? 'none',
      uri: control?.uri ?? '',
    });
  }

  async #bury(exit: Exit): Promise<WorkerDeath> {
    const page = await this.readStatus();
    this.#connection.close();
    this.#feedback?.close();
    return { ...exit, crash: page.ok ? page.value.crash : null, hang: this.#hang };
  }
}
