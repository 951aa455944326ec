import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import { atMost } from '../bar.js';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { Child } from '../instruments/child.js';
import { holdCpuLatency } from '../instruments/cpu-latency.js';
import { figure } from '../report/table.js';
import { type Estimate, estimateMedian } from '../statistics/bootstrap.js';
import { interleave } from '../statistics/interleave.js';
import { quantile } from '../statistics/quantile.js';
import { seededRandom } from '../statistics/random.js';
import { type ChainStart, ChainStarter } from './chain-starter.js';

const pairs = { quick: 12, full: 60 };
const secondsPerPair = 0.6;

/** One chain and one bare client, started one after the other. */
export interface StartupPair {
  readonly chain: ChainStart;
  readonly bareMs: number;
}

/** How long a client that does nothing needs from opening to its first cycle, in ms. */
async function startBare(starter: ChainStarter, context: BenchContext): Promise<Result<number, Failure>> {
  const program = join(buildDir(), 'bin', 'omx-bare');
  const child = new Child('omx-bare', program, [], starter.environment, context.scope);
  const answer = await child.next();
  await child.end();
  return answer.ok ? ok((answer.value as { openToFirstCycleNs: number }).openToFirstCycleNs / 1e6) : answer;
}

async function measurePairs(context: BenchContext): Promise<Result<readonly StartupPair[], Failure>> {
  context.step('starting a daemon', 3);
  const starter = await ChainStarter.open(context);
  if (!starter.ok) return starter;
  // The first chain pays for caches that every later one finds filled; it is no sample.
  const first = await starter.value.start();
  if (!first.ok) return first;
  const count = pairs[context.quick ? 'quick' : 'full'];
  const found: StartupPair[] = [];
  for (const [index, order] of interleave(count, seededRandom(context.seed)).entries()) {
    context.step(`pair ${index + 1} of ${count}`, secondsPerPair);
    const results: { chain?: ChainStart; bareMs?: number } = {};
    for (const side of order) {
      const result = side === 'a' ? await starter.value.start() : await startBare(starter.value, context);
      if (!result.ok) return result;
      if (typeof result.value === 'number') results.bareMs = result.value;
      else results.chain = result.value;
    }
    found.push(results as StartupPair);
  }
  return ok(found);
}

function row(name: string, values: readonly number[], estimate: Estimate): string[] {
  const interval = `${figure(estimate.low)} to ${figure(estimate.high)}`;
  return [
    name,
    figure(estimate.median),
    interval,
    figure(quantile(values, 0.9)),
    figure(Math.max(...values)),
  ];
}

async function run(context: BenchContext): Promise<Result<Measurement, Failure>> {
  const held = holdCpuLatency(context.scope);
  const measured = await measurePairs(context);
  if (!measured.ok) return measured;
  const random = seededRandom(context.seed);
  const series = {
    'chain request to first sound': measured.value.map((pair) => pair.chain.soundMs),
    'bare client, open to first cycle': measured.value.map((pair) => pair.bareMs),
    difference: measured.value.map((pair) => pair.chain.soundMs - pair.bareMs),
    'of it: chain reply': measured.value.map((pair) => pair.chain.replyMs),
    'of it: connected': measured.value.map((pair) => pair.chain.connectedMs),
  };
  const above = estimateMedian(series.difference, random);
  return ok({
    bars: [atMost('chain request to first sound above a bare client', above.median, 'ms', 10)],
    tables: [
      {
        title: 'Start-up, ms',
        columns: ['what', 'median', '95 % interval', '90th percentile', 'max'],
        rows: Object.entries(series).map(([name, values]) =>
          row(name, values, estimateMedian(values, random)),
        ),
      },
    ],
    notes: [
      `The chain is ${ChainStarter.expression} in a new worker each time; the first one is left out. Its request is sent over HTTP ` +
        'without connecting it to anything, then its ends are connected to a source of noise and to a recorder.',
      'A bare client opens, activates and waits for its first callback, in the same server, before or after the chain as chance has it.',
      held
        ? 'Deep idle states were held off.'
        : 'Deep idle states were not held off: /dev/cpu_dma_latency may not be opened.',
    ],
    samples: { pairs: measured.value },
  });
}

export const startup: Bench = {
  name: 'startup',
  summary: 'How soon a chain sounds after it was asked for, against a bare JACK client.',
  needs: ['jackd2', 'zam-plugins', 'omx-clap-host, omx-probe, omx-listen and omx.clap (npm run setup)'],
  seconds: { quick: 3 + pairs.quick * secondsPerPair, full: 3 + pairs.full * secondsPerPair },
  run,
};
