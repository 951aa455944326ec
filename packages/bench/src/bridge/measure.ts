import { readFile } from 'node:fs/promises';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, histogramBuckets } from '@plugin-hostd/contracts';
import { histogramDifference, readProcess, readStatusPage, type Worker } from '@plugin-hostd/host';
import type { BenchContext } from '../bench.js';
import type { JackServer } from '../instruments/jack-server.js';
import { pause } from '../run/pause.js';
import { infoOf, lay, type Placement } from './lay.js';

/** One placement, run for a while. */
export interface BridgeWindow {
  readonly placement: Placement;
  /** Calls per time bucket, of all plugins; a bridged one's call is its round trip. */
  readonly calls: readonly number[];
  readonly cycles: number;
  readonly cpuPercent: number;
  readonly switchesPerCycle: number;
  /** Memory of all processes that no other process has. */
  readonly unsharedBytes: number;
  /** Blocks for which the dry signal passed, of all plugins. */
  readonly dryBlocks: number;
}

const settleMs = 1500;

interface Reading {
  readonly calls: readonly number[];
  readonly cycles: number;
  readonly dryBlocks: number;
  readonly pids: readonly number[];
  readonly cpuNs: number;
  readonly switches: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function read(workers: readonly Worker[]): Promise<Result<Reading, Failure>> {
  let calls: readonly number[] = new Array(histogramBuckets).fill(0);
  let cycles = 0;
  let dryBlocks = 0;
  const pids: number[] = [];
  for (const worker of workers) {
    const info = await infoOf(worker);
    if (!info.ok) return info;
    const page = await readStatusPage(info.value.statusPage);
    if (!page.ok) return page;
    for (const { histogram } of page.value.instances) calls = calls.map((n, i) => n + (histogram[i] ?? 0));
    cycles = Math.max(cycles, Number(page.value.clients[0]?.cycles ?? 0));
    const bridges = info.value.instances.flatMap(({ bridge }) => (bridge ? [bridge] : []));
    dryBlocks += sum(bridges.map((bridge) => bridge.dryCycles));
    pids.push(info.value.pid, ...bridges.map(({ pid }) => pid));
  }
  const processes = (await Promise.all(pids.map((pid) => readProcess(pid)))).filter((it) => it !== null);
  return ok({
    calls,
    cycles,
    dryBlocks,
    pids,
    cpuNs: sum(processes.map((it) => it.cpuNs)),
    switches: sum(processes.map((it) => it.voluntarySwitches + it.involuntarySwitches)),
  });
}

/** Bytes of a process that no other maps. */
async function unsharedBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, number]) =>
    Number(number),
  );
  return sum(kilobytes) * 1024;
}

/** Lays the sixteen plugins, lets them settle, and watches them. */
export async function measureWindow(
  placement: Placement,
  seconds: number,
  server: JackServer,
  context: BenchContext,
): Promise<Result<BridgeWindow, Failure>> {
  const workers = await lay(placement, server, context);
  if (!workers.ok) return workers;
  await pause(settleMs, context.signal);
  const before = await read(workers.value);
  if (!before.ok) return before;
  const beganNs = process.hrtime.bigint();
  await pause(seconds * 1000, context.signal);
  const after = await read(workers.value);
  if (!after.ok) return after;
  const tookNs = Number(process.hrtime.bigint() - beganNs);
  const cycles = after.value.cycles - before.value.cycles;
  const unshared = sum(await Promise.all(after.value.pids.map(unsharedBytes)));
  for (const worker of workers.value) await worker.end();
  return ok({
    placement,
    calls: histogramDifference(before.value.calls, after.value.calls),
    cycles,
    cpuPercent: ((after.value.cpuNs - before.value.cpuNs) / tookNs) * 100,
    switchesPerCycle: (after.value.switches - before.value.switches) / cycles,
    unsharedBytes: unshared,
    dryBlocks: after.value.dryBlocks - before.value.dryBlocks,
  });
}
