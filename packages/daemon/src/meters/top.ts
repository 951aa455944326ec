import { decibels } from '@plugin-hostd/base';
import { instanceFlags, type Top } from '@plugin-hostd/contracts';
import {
  type ClientStatus,
  highestNs,
  type InstanceStatus,
  type ProcessReading,
  percentileNs,
  readProcess,
  type StatusPage,
} from '@plugin-hostd/host';
import type { Session } from '../session.js';

/** A reading of everything that `top` shows, to be compared with the next. */
export interface TopReading {
  readonly atMs: number;
  readonly workers: ReadonlyMap<
    string,
    { readonly page: StatusPage; readonly process: ProcessReading | null }
  >;
}

/** Reads the status pages and /proc entries of all workers. */
export async function readTop(session: Session): Promise<TopReading> {
  const read = session.workers.all().map(async (worker) => {
    const [page, process] = await Promise.all([worker.readStatus(), readProcess(worker.pid)]);
    return page.ok ? [[worker.name, { page: page.value, process }] as const] : [];
  });
  return { atMs: performance.now(), workers: new Map((await Promise.all(read)).flat()) };
}

type Histogram = readonly number[];

/** Percentiles of what a histogram gained; zeros when nothing happened. The highest is a bucket's upper end. */
function timesOf(before: Histogram | null, after: Histogram, periodUs: number) {
  const us = (ns: number | null) => (ns ?? 0) / 1000;
  const p50Us = us(percentileNs(before, after, 0.5));
  return {
    p50Us,
    p99Us: us(percentileNs(before, after, 0.99)),
    maxUs: us(highestNs(before, after)),
    sharePercent: periodUs > 0 ? (100 * p50Us) / periodUs : 0,
  };
}

function rate(
  before: ProcessReading | null | undefined,
  after: ProcessReading | null,
  seconds: number,
  of: (reading: ProcessReading) => number,
): number {
  if (!before || !after || before.pid !== after.pid || seconds <= 0) return 0;
  return Math.max(0, (of(after) - of(before)) / seconds);
}

const switches = (reading: ProcessReading) => reading.voluntarySwitches + reading.involuntarySwitches;

function workerRow(
  name: string,
  before: ProcessReading | null | undefined,
  after: ProcessReading | null,
  seconds: number,
): Top['workers'][number] {
  return {
    name,
    pid: after?.pid ?? 0,
    pssBytes: after?.pssBytes ?? 0,
    switchesPerSecond: rate(before, after, seconds, switches),
    cpuPercent: rate(before, after, seconds, (reading) => reading.cpuNs) / 1e7,
  };
}

function clientRow(
  worker: string,
  before: ClientStatus | undefined,
  after: ClientStatus,
): Top['clients'][number] {
  const periodUs = after.sampleRate > 0 ? (1e6 * after.blockFrames) / after.sampleRate : 0;
  const since = (of: (client: ClientStatus) => number) => of(after) - (before ? of(before) : 0);
  return {
    name: after.name,
    worker,
    cycles: since((client) => client.cycles),
    lateCycles: since((client) => client.lateCycles),
    missedCycles: since((client) => client.missedCycles),
    xruns: since((client) => client.xruns),
    ...timesOf(before?.histogram ?? null, after.histogram, periodUs),
  };
}

/** Peaks in dBFS of the channels that the instance has; null for silence. */
function peaksDb(peaks: readonly number[], channels: number): (number | null)[] {
  return peaks.slice(0, channels).map((peak) => (peak > 0 ? decibels(peak) : null));
}

function instanceRow(
  session: Session,
  before: InstanceStatus | undefined,
  after: InstanceStatus,
  client: ClientStatus | undefined,
): Top['instances'][number] {
  const entry = session.graph.instances.get(after.instance);
  const copies = entry?.layout === 'dual' ? 2 : 1;
  const channels = (ports: readonly { readonly channels: number }[]) =>
    copies * ports.reduce((sum, port) => sum + port.channels, 0);
  const periodUs = client && client.sampleRate > 0 ? (1e6 * client.blockFrames) / client.sampleRate : 0;
  return {
    instance: after.instance,
    name: entry?.plugin.name ?? '',
    client: client?.name ?? '',
    asleep: (after.flags & instanceFlags.asleep) !== 0,
    bypassed: (after.flags & instanceFlags.bypassed) !== 0,
    inputPeaksDb: peaksDb(after.inputPeaks, channels(entry?.plugin.audioInputs ?? [])),
    outputPeaksDb: peaksDb(after.outputPeaks, channels(entry?.plugin.audioOutputs ?? [])),
    nonfiniteBlocks: after.nonfiniteBlocks,
    clampedBlocks: after.clampedBlocks,
    ...timesOf(before?.histogram ?? null, after.histogram, periodUs),
  };
}

/** What happened between two readings; since the start of each worker when there is no earlier one. */
export function describeTop(session: Session, before: TopReading | null, after: TopReading): Top {
  const seconds = before ? (after.atMs - before.atMs) / 1000 : 0;
  const { sampleRate = 0, period = 0 } = session.server?.info ?? {};
  const top: Top = {
    periodUs: sampleRate > 0 ? (1e6 * period) / sampleRate : 0,
    workers: [],
    clients: [],
    instances: [],
  };
  for (const [name, { page, process }] of after.workers) {
    const earlier = before?.workers.get(name);
    const old = earlier?.page.pid === page.pid ? earlier : undefined;
    top.workers.push(workerRow(name, old?.process, process, seconds));
    for (const client of page.clients)
      top.clients.push(
        clientRow(
          name,
          old?.page.clients.find((it) => it.name === client.name),
          client,
        ),
      );
    for (const instance of page.instances) {
      const client = page.clients.find((it) => it.index === instance.client);
      const was = old?.page.instances.find((it) => it.instance === instance.instance);
      top.instances.push(instanceRow(session, was, instance, client));
    }
  }
  return { ...top, instances: inSignalOrder(session, top.instances) };
}

/** Rows as the signal goes: chain by chain, each in its order. */
function inSignalOrder(session: Session, rows: Top['instances']): Top['instances'] {
  const order = [...session.graph.chains.values()].flatMap((chain) => chain.instances);
  return rows.toSorted((a, b) => order.indexOf(a.instance) - order.indexOf(b.instance));
}
