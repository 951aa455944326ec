import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import type { Catalogue } from '@plugin-hostd/catalogue';
import type { Failure, Plugin } from '@plugin-hostd/contracts';
import { readProcess } from '@plugin-hostd/host';
import type { BenchContext } from '../bench.js';
import type { JackServer } from '../instruments/jack-server.js';
import { Scope } from '../run/scope.js';
import { interleave } from '../statistics/interleave.js';
import type { Random } from '../statistics/random.js';
import type { OverheadCase } from './cases.js';
import { startPair } from './pair.js';
import { measureWindow, type WindowSample } from './window.js';

/** What was measured with one chain. */
export interface CaseSamples {
  readonly windows: readonly WindowSample[];
  readonly workerPssBytes: number;
  readonly floorPssBytes: number;
}

const windowTimes = { quick: { settleMs: 100, ms: 400 }, full: { settleMs: 250, ms: 1000 } };

/** How long the pairs of a case take, in seconds. */
export function caseSeconds(chain: OverheadCase, quick: boolean): number {
  const { settleMs, ms } = quick ? windowTimes.quick : windowTimes.full;
  return 1 + (chain.pairs[quick ? 'quick' : 'full'] * 2 * (settleMs + ms + 20)) / 1000;
}

async function resolveAll(
  catalogue: Catalogue,
  names: readonly string[],
): Promise<Result<readonly Plugin[], Failure>> {
  const plugins: Plugin[] = [];
  for (const name of names) {
    const plugin = await catalogue.resolve(name);
    if (!plugin.ok) return plugin;
    plugins.push(plugin.value);
  }
  return ok(plugins);
}

/** Measures one chain in both hosts, in pairs of windows whose order is left to chance. */
export async function measureCase(
  chain: OverheadCase,
  context: BenchContext,
  catalogue: Catalogue,
  server: JackServer,
  random: Random,
): Promise<Result<CaseSamples, Failure>> {
  const { quick, signal } = context;
  const pairs = chain.pairs[quick ? 'quick' : 'full'];
  const times = quick ? windowTimes.quick : windowTimes.full;
  const scope = new Scope();
  context.scope.defer(() => scope.close());
  context.step(`${chain.title}: loading`, 1);
  const plugins = await resolveAll(catalogue, chain.plugins);
  if (!plugins.ok) return plugins;
  const runDir = join(context.runDir, chain.name);
  await mkdir(runDir);
  const pair = await startPair(plugins.value, server, runDir, scope);
  if (!pair.ok) return pair;
  const windows: WindowSample[] = [];
  for (const [index, order] of interleave(pairs, random).entries()) {
    context.step(
      `${chain.title}: pair ${index + 1} of ${pairs}`,
      (2 * (times.settleMs + times.ms + 20)) / 1000,
    );
    for (const side of order) {
      const window = await measureWindow(pair.value, side === 'a' ? 'worker' : 'floor', index, times, signal);
      if (!window.ok) return window;
      windows.push(window.value);
    }
  }
  const worker = await readProcess(pair.value.worker.pid);
  const floor = await readProcess(pair.value.floor.pid);
  await scope.close();
  return ok({
    windows,
    workerPssBytes: worker?.pssBytes ?? Number.NaN,
    floorPssBytes: floor?.pssBytes ?? Number.NaN,
  });
}
