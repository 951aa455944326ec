import { ok, type Result } from '@plugin-hostd/base';
import { Catalogue } from '@plugin-hostd/catalogue';
import type { Failure } from '@plugin-hostd/contracts';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { holdCpuLatency } from '../instruments/cpu-latency.js';
import { startJackServer } from '../instruments/jack-server.js';
import { seededRandom } from '../statistics/random.js';
import { gainOnly, type OverheadCase, ownEffects, thirdParty } from './cases.js';
import { type DaemonIdle, measureDaemonIdle } from './daemon-idle.js';
import { type CaseFigures, caseFigures } from './figures.js';
import { type CaseSamples, caseSeconds, measureCase } from './measure-case.js';
import { overheadBars, overheadNotes, overheadTables } from './overhead-report.js';

const rate = 48_000;
const period = 128;
const idleSeconds = { quick: 4, full: 20 };

/** Everything that one run measured. */
export interface OverheadResult {
  readonly cases: readonly {
    readonly chain: OverheadCase;
    readonly samples: CaseSamples;
    readonly figures: CaseFigures;
  }[];
  readonly idle: DaemonIdle;
}

function expectedSeconds(quick: boolean): number {
  const chains = [thirdParty, ownEffects, gainOnly()].map((chain) => caseSeconds(chain, quick));
  return 2 + chains.reduce((a, b) => a + b) + 6 + idleSeconds[quick ? 'quick' : 'full'];
}

async function measure(context: BenchContext): Promise<Result<OverheadResult, Failure>> {
  const random = seededRandom(context.seed);
  context.step('scanning plugins', 1);
  const catalogue = new Catalogue();
  const scanned = await catalogue.scan();
  if (!scanned.ok) return scanned;
  context.step('starting jackd', 1);
  const server = await startJackServer({ rate, period }, context.scope, context.signal);
  if (!server.ok) return server;
  const cases = [];
  for (const chain of [thirdParty, ownEffects, gainOnly()]) {
    const samples = await measureCase(chain, context, catalogue, server.value, random);
    if (!samples.ok) return samples;
    cases.push({ chain, samples: samples.value, figures: caseFigures(samples.value.windows, random) });
  }
  const seconds = idleSeconds[context.quick ? 'quick' : 'full'];
  context.step('daemon without clients', 6 + seconds);
  const idle = await measureDaemonIdle(context, thirdParty.plugins.join(' | '), seconds);
  return idle.ok ? ok({ cases, idle: idle.value }) : idle;
}

async function run(context: BenchContext): Promise<Result<Measurement, Failure>> {
  const held = holdCpuLatency(context.scope);
  const result = await measure(context);
  if (!result.ok) return result;
  return ok({
    bars: overheadBars(result.value),
    tables: overheadTables(result.value),
    notes: overheadNotes(held),
    samples: { rate, period, cpuLatencyHeld: held, ...result.value },
  });
}

export const overhead: Bench = {
  name: 'overhead',
  summary: 'What a worker adds to the plugins in it: time, wake-ups, memory; and what an idle daemon costs.',
  needs: ['jackd2', 'zam-plugins', 'omx-clap-host, omx-floor, omx-probe and omx.clap (npm run setup)'],
  get seconds() {
    return { quick: expectedSeconds(true), full: expectedSeconds(false) };
  },
  run,
};
