import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import { readThreads } from '@plugin-hostd/host';
import { type Disturbance, watchDisturbance } from '../instruments/disturbance.js';
import { pause } from '../run/pause.js';
import type { Pair } from './pair.js';

export type Host = 'worker' | 'floor';

/** One window in which one of the two hosts ran its plugins. Times are per cycle. */
export interface WindowSample extends Disturbance {
  readonly host: Host;
  /** Which pair of windows it belongs to. */
  readonly pair: number;
  readonly cycles: number;
  /** Inside the callback, mean. */
  readonly busyNs: number;
  /** The audio thread on the processor, mean, as the kernel counts it: the callback and what JACK does around it. */
  readonly cpuNs: number;
  /** Inside the plugins as the worker itself says, mean; null for the floor. */
  readonly pluginNs: number | null;
  /** Of all threads of the process in the window. */
  readonly voluntarySwitches: number;
  readonly lateCycles: number;
}

/** What a host has done so far. */
interface Reading {
  readonly cycles: number;
  readonly busyNs: number;
  readonly pluginNs: number | null;
  readonly lateCycles: number;
  readonly audioCpuNs: number;
  readonly voluntarySwitches: number;
}

async function readOf(
  pid: number,
  thread: number,
): Promise<Pick<Reading, 'audioCpuNs' | 'voluntarySwitches'>> {
  const threads = (await readThreads(pid)) ?? [];
  return {
    audioCpuNs: threads.find((each) => each.thread === thread)?.cpuNs ?? Number.NaN,
    voluntarySwitches: threads.reduce((sum, each) => sum + each.voluntary, 0),
  };
}

async function readWorker(pair: Pair): Promise<Result<Reading, Failure>> {
  const status = await pair.worker.readStatus();
  if (!status.ok) return status;
  const client = status.value.clients[0];
  if (!client) return err(failure('internal', { reason: 'the worker has no client' }));
  const pluginNs = status.value.instances.reduce((sum, instance) => sum + instance.busyNs, 0);
  const { cycles, busyNs, lateCycles, thread } = client;
  return ok({ cycles, busyNs, pluginNs, lateCycles, ...(await readOf(pair.worker.pid, thread)) });
}

/** The floor counts from mark to mark; `before` is what it had done at the last one. */
async function readFloor(pair: Pair, before: Reading | null): Promise<Result<Reading, Failure>> {
  const mark = await pair.floor.mark();
  if (!mark.ok) return mark;
  return ok({
    cycles: (before?.cycles ?? 0) + mark.value.cycles,
    busyNs: (before?.busyNs ?? 0) + mark.value.busyNs,
    pluginNs: null,
    lateCycles: 0,
    ...(await readOf(pair.floor.pid, pair.floor.thread)),
  });
}

/** Lets one host run its plugins while the other rests, and reads what it did in `ms` after `settleMs`. */
export async function measureWindow(
  pair: Pair,
  host: Host,
  index: number,
  times: { readonly settleMs: number; readonly ms: number },
  signal: AbortSignal,
): Promise<Result<WindowSample, Failure>> {
  const turned = await pair.turnTo(host);
  if (!turned.ok) return turned;
  await pause(times.settleMs, signal);
  const read = (earlier: Reading | null) => (host === 'worker' ? readWorker(pair) : readFloor(pair, earlier));
  const before = await read(null);
  if (!before.ok) return before;
  const disturbance = watchDisturbance([pair.worker.pid, pair.floor.pid, ...pair.otherPids]);
  await pause(times.ms, signal);
  const after = await read(before.value);
  if (!after.ok) return after;
  return ok({ host, pair: index, ...difference(before.value, after.value), ...disturbance() });
}

function difference(before: Reading, after: Reading) {
  const cycles = after.cycles - before.cycles;
  const { pluginNs } = after;
  return {
    cycles,
    busyNs: (after.busyNs - before.busyNs) / cycles,
    cpuNs: (after.audioCpuNs - before.audioCpuNs) / cycles,
    pluginNs: pluginNs === null ? null : (pluginNs - (before.pluginNs ?? 0)) / cycles,
    voluntarySwitches: after.voluntarySwitches - before.voluntarySwitches,
    lateCycles: after.lateCycles - before.lateCycles,
  };
}
