import type { Session } from '../session.js';

export interface Load {
  /** Percent. */
  readonly now: number;
  readonly highest: number;
  readonly xruns: number;
}

/** The audio server's load, as any worker that is its client knows it; zeros while there is none. */
export async function cpuLoad({ workers }: Session): Promise<Load> {
  const [worker] = workers.all().filter(({ connected }) => connected);
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
