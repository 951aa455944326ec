import { ok, type Result } from '@plugin-hostd/base';
import type { Failure, WorkerStatus } from '@plugin-hostd/contracts';
import type { Worker, WorkerDeath, WorkerDriver, WorkerOptions } from '@plugin-hostd/host';
import { HangWatch } from './hang-watch.js';
import { SpareWorker } from './spare.js';

const windowMs = 10_000;

export type SpawnWorker = (options: WorkerOptions) => Promise<Result<Worker, Failure>>;

export interface PoolOptions {
  readonly runDir: string;
  readonly orphanTimeoutSeconds: number;
  /** Milliseconds that a command may take. */
  readonly commandLimitMs: number;
  readonly spawn: SpawnWorker;
  /** Starts a mod-host, for what only that one runs. */
  readonly spawnModHost: SpawnWorker;
  /** Keep one worker started in advance. */
  readonly spare: boolean;
  /** A feedback line of a worker. */
  readonly onLine: (worker: string, line: string) => void;
  /** A worker ended that nobody asked to end. */
  readonly onDeath: (worker: Worker, death: WorkerDeath) => void;
}

/** omx-clap-host, or mod-host. */
export type WorkerKind = 'own' | 'mod-host';

/** The workers that run, by name. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #workers = new Map<string, Worker>();
  readonly #starting = new Map<string, Promise<Result<Worker, Failure>>>();
  readonly #restarts = new Map<string, number>();
  readonly #lost = new Set<string>();
  readonly #unexplained = new Map<string, readonly number[]>();

  readonly #spare: SpareWorker | null;
  readonly #hangs = new HangWatch(() => this.all());

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#spare = options.spare ? new SpareWorker(options) : null;
  }

  /** Starts a worker in advance for an audio server. */
  prepare(driver: WorkerDriver): void {
    this.#spare?.prepare(driver);
  }

  get(name: string): Worker | undefined {
    return this.#workers.get(name);
  }

  all(): readonly Worker[] {
    return [...this.#workers.values()];
  }

  view(): WorkerStatus[] {
    const restarts = (name: string) => this.#restarts.get(name) ?? 0;
    const running = this.all().map(({ name, pid }) => ({ name, pid, state: 'running' as const }));
    const lost = [...this.#lost].map((name) => ({ name, pid: 0, state: 'lost' as const }));
    return [...running, ...lost].map((worker) => ({ ...worker, restarts: restarts(worker.name) }));
  }

  /** The worker of that name, started when it does not run. Several may ask at once. */
  async ensure(
    name: string,
    driver: WorkerDriver,
    kind: WorkerKind = 'own',
  ): Promise<Result<Worker, Failure>> {
    const running = this.#workers.get(name);
    if (running) return ok(running);
    const starting = this.#starting.get(name) ?? this.#start(name, driver, kind);
    this.#starting.set(name, starting);
    const started = await starting;
    this.#starting.delete(name);
    return started;
  }

  async #start(name: string, driver: WorkerDriver, kind: WorkerKind): Promise<Result<Worker, Failure>> {
    const { runDir, orphanTimeoutSeconds, commandLimitMs, onLine, onDeath } = this.#options;
    const spare = kind === 'own' ? await this.#spare?.take(name) : null;
    const spawn = kind === 'own' ? this.#options.spawn : this.#options.spawnModHost;
    const options = { name, runDir, driver, orphanTimeoutSeconds, commandLimitMs };
    const started = spare ? ok(spare) : await spawn(options);
    this.prepare(driver);
    if (!started.ok) return started;
    const worker = started.value;
    this.#workers.set(name, worker);
    this.#hangs.start();
    this.#lost.delete(name);
    void worker.subscribe((line) => onLine(name, line)).catch(() => undefined);
    void worker.death.then((death) => {
      if (this.#workers.get(name) === worker) onDeath(worker, death);
    });
    return started;
  }

  /** Workers whose connection is gone, so that they are dead or dying. */
  unreachable(): readonly Worker[] {
    return this.all().filter((worker) => !worker.connected);
  }

  /** Takes a dead worker off the list. False when it is not on it, or another has its place. */
  drop(worker: Worker): boolean {
    if (this.#workers.get(worker.name) !== worker) return false;
    this.#workers.delete(worker.name);
    this.#lost.add(worker.name);
    return true;
  }

  /** Notes an end of a worker that nobody can be blamed for; returns how many there were in the last ten seconds. */
  countUnexplained(name: string, nowMs: number): number {
    const recent = (this.#unexplained.get(name) ?? []).filter((time) => nowMs - time < windowMs);
    this.#unexplained.set(name, [...recent, nowMs]);
    return recent.length + 1;
  }

  /** Forgets how often a worker ended. */
  forgive(name: string): void {
    this.#unexplained.delete(name);
  }

  countRestart(name: string): void {
    this.#restarts.set(name, (this.#restarts.get(name) ?? 0) + 1);
  }

  /** Ends a worker and forgets it. */
  async end(name: string): Promise<void> {
    const worker = this.#workers.get(name);
    this.#workers.delete(name);
    this.#lost.delete(name);
    this.#restarts.delete(name);
    this.#unexplained.delete(name);
    await worker?.end();
  }

  async endAll(): Promise<void> {
    this.#hangs.stop();
    await Promise.all([this.#spare?.end(), ...[...this.#workers.keys()].map((name) => this.end(name))]);
  }
}
