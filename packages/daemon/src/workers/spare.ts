import type { Worker, WorkerDriver } from '@plugin-hostd/host';
import type { SpawnWorker } from './pool.js';

export interface SpareOptions {
  readonly runDir: string;
  readonly orphanTimeoutSeconds: number;
  readonly commandLimitMs: number;
  readonly spawn: SpawnWorker;
}

/** How long after one was taken the next is started, so that it does not compete with what the first is to do. */
const delayMs = 500;

/** One worker started in advance, without a client, so that a new chain need not wait for a process. */
export class SpareWorker {
  readonly #options: SpareOptions;
  #spare: Promise<Worker | null> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(options: SpareOptions) {
    this.#options = options;
  }

  /** Sees to it that one is there soon, for an audio server. */
  prepare(driver: WorkerDriver): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#spare ??= this.#start(driver);
    }, delayMs);
    this.#timer.unref();
  }

  /** Hands over the one that is there, under a name; null when there is none. */
  async take(name: string): Promise<Worker | null> {
    const spare = await this.#spare;
    this.#spare = null;
    if (!spare?.connected) return null;
    try {
      spare.rename(name);
      return spare;
    } catch {
      await spare.end();
      return null;
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    const spare = await this.#spare;
    this.#spare = null;
    await spare?.end();
  }

  async #start(driver: WorkerDriver): Promise<Worker | null> {
    const { runDir, orphanTimeoutSeconds, commandLimitMs, spawn } = this.#options;
    this.#count += 1;
    const name = `spare-${this.#count}`;
    const started = await spawn({ name, runDir, driver, orphanTimeoutSeconds, commandLimitMs });
    return started.ok ? started.value : null;
  }
}
