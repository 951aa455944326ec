import type { PluginCall } from '@plugin-hostd/contracts';
import { type ClientStatus, readStatusPageSync, type StatusPage, type Worker } from '@plugin-hostd/host';

const intervalMs = 2000;

/** Where an audio thread was seen: in which call of which instance, in which cycle. */
interface Sighting {
  readonly cycles: number;
  readonly instance: number;
  readonly call: PluginCall;
}

function sightingOf({ cycles, blame }: ClientStatus): Sighting | null {
  return blame && { cycles, ...blame };
}

/** What a worker's audio threads are stuck in: seen in the same call of the same cycle twice, two seconds apart. */
export function stuckCall(before: StatusPage, after: StatusPage): Sighting | null {
  for (const client of after.clients) {
    const now = sightingOf(client);
    const old = before.clients.find((it) => it.index === client.index);
    const then = old ? sightingOf(old) : null;
    if (now && then && now.cycles === then.cycles && now.instance === then.instance && now.call === then.call)
      return now;
  }
  return null;
}

/** Ends workers whose audio thread is stuck inside a plugin, so that they are restarted without it. Runs while there are workers. */
export class HangWatch {
  readonly #workers: () => readonly Worker[];
  #timer: NodeJS.Timeout | undefined;
  #pages = new Map<Worker, StatusPage>();

  constructor(workers: () => readonly Worker[]) {
    this.#workers = workers;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#look(), intervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#pages.clear();
  }

  #look(): void {
    const workers = this.#workers();
    if (workers.length === 0) this.stop();
    const pages = new Map<Worker, StatusPage>();
    for (const worker of workers) {
      const page = readStatusPageSync(worker.files.status);
      if (!page.ok) continue;
      pages.set(worker, page.value);
      const before = this.#pages.get(worker);
      const stuck = before && stuckCall(before, page.value);
      if (stuck) worker.killHung({ instance: stuck.instance, call: stuck.call, uri: '' });
    }
    this.#pages = pages;
  }
}
