import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import { readProcess, readThreads } from '@plugin-hostd/host';
import type { BenchContext } from '../bench.js';
import { startDaemon } from '../instruments/daemon.js';
import { pause } from '../run/pause.js';

/** What the daemon costs while nobody talks to it and a chain plays. */
export interface DaemonIdle {
  /** Voluntary and involuntary. */
  readonly switchesPerSecond: number;
  /** Those of them that it was made to do: others wanted the processor. */
  readonly involuntaryPerSecond: number;
  readonly cpuPercent: number;
  readonly pssBytes: number;
  readonly seconds: number;
}

/** Until our own connection to it is closed: Node keeps one for four seconds after its last use. */
const settleMs = 4500;

interface Cost {
  readonly voluntary: number;
  readonly involuntary: number;
  readonly cpuNs: number;
  readonly atMs: number;
}

async function readCost(pid: number): Promise<Result<Cost, Failure>> {
  const threads = await readThreads(pid);
  if (!threads) return err(failure('worker_lost', { worker: 'daemon', reason: 'it is gone' }));
  const voluntary = threads.reduce((sum, thread) => sum + thread.voluntary, 0);
  const involuntary = threads.reduce((sum, thread) => sum + thread.involuntary, 0);
  const cpuNs = threads.reduce((sum, thread) => sum + (thread.cpuNs ?? Number.NaN), 0);
  return ok({ voluntary, involuntary, cpuNs, atMs: performance.now() });
}

/** Starts a daemon with a chain, leaves it alone, and reads what it did in `seconds`. */
export async function measureDaemonIdle(
  context: BenchContext,
  expression: string,
  seconds: number,
): Promise<Result<DaemonIdle, Failure>> {
  const daemon = await startDaemon(context, join(context.runDir, 'daemon'), 128);
  if (!daemon.ok) return daemon;
  const { client, pid } = daemon.value;
  const chain = await client.createChain({ expression, name: 'idle' });
  if (!chain.ok) return chain;
  await pause(settleMs, context.signal);
  const before = await readCost(pid);
  if (!before.ok) return before;
  await pause(seconds * 1000, context.signal);
  const after = await readCost(pid);
  if (!after.ok) return after;
  const memory = await readProcess(pid);
  const elapsed = (after.value.atMs - before.value.atMs) / 1000;
  const involuntary = after.value.involuntary - before.value.involuntary;
  return ok({
    switchesPerSecond: (after.value.voluntary - before.value.voluntary + involuntary) / elapsed,
    involuntaryPerSecond: involuntary / elapsed,
    cpuPercent: (after.value.cpuNs - before.value.cpuNs) / elapsed / 1e7,
    pssBytes: memory?.pssBytes ?? Number.NaN,
    seconds: elapsed,
  });
}
