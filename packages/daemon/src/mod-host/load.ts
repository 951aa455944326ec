import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from '@plugin-hostd/host';
import type { Session } from '../session.js';
import { midiClient } from './midi-input.js';

export interface Load {
  /** Percent. */
  readonly now: number;
  readonly highest: number;
  readonly xruns: number;
}

/** The audio server's load, as any worker that is its client knows it; zeros while there is none. */
export async function cpuLoad({ workers }: Session): Promise<Load> {
  const all = workers.all().filter(({ connected }) => connected);
  const worker = all.find(({ name }) => name === midiClient) ?? all[0];
  if (!worker) return { now: 0, highest: 0, xruns: 0 };
  const [now, highest, status] = await Promise.all([
    worker.command('cpu_load'),
    worker.command('max_cpu_load'),
    worker.readStatus(),
  ]);
  const percent = (reply: typeof now) => (reply.ok ? Number(reply.value.value) : 0);
  const xruns = status.ok ? Math.max(0, ...status.value.clients.map((client) => client.xruns)) : 0;
  return { now: percent(now), highest: percent(highest), xruns };
}

const cycleLimitMs = 1000;

/** Cycles that the clients of a worker have run; null when it cannot be read. */
async function cyclesOf(worker: Worker): Promise<number | null> {
  const status = await worker.readStatus();
  return status.ok ? status.value.clients.reduce((sum, { cycles }) => sum + cycles, 0) : null;
}

/** Waits until a cycle that began after the call has ended. False when none does within a second. */
export async function cyclePassed({ server, graph, workers }: Session): Promise<boolean> {
  if (!server) return false;
  const periodMs = (server.info.period / server.info.sampleRate) * 1000;
  const [worker] = [...graph.instances.values()]
    .map((entry) => workers.get(entry.worker))
    .filter((it) => it?.connected);
  const limitMs = performance.now() + cycleLimitMs;
  const first = worker ? await cyclesOf(worker) : null;
  await pause(2 * periodMs); // the one that runs now, and the next
  if (!worker) return true;
  while (performance.now() < limitMs) {
    const now = await cyclesOf(worker);
    if (first !== null && now !== null && now >= first + 2) return true;
    await pause(periodMs);
  }
  return false;
}
