import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { Child } from '../instruments/child.js';
import { holdCpuLatency } from '../instruments/cpu-latency.js';
import { interleave } from '../statistics/interleave.js';
import { seededRandom } from '../statistics/random.js';
import { type ChainStart, ChainStarter } from './chain-starter.js';
import { type StartupPair, startupMeasurement } from './startup-report.js';

const pairs = { quick: 12, full: 60 };
/** People do not ask for two chains within a second; the daemon has started a worker in advance by then. */
const restSeconds = 1;
const secondsPerPair = restSeconds + 0.5;

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
    await rest(restSeconds * 1000);
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

async function run(context: BenchContext): Promise<Result<Measurement, Failure>> {
  const held = holdCpuLatency(context.scope);
  const pairs = await measurePairs(context);
  return pairs.ok ? ok(startupMeasurement(pairs.value, held, seededRandom(context.seed))) : pairs;
}

export const startup: Bench = {
  name: 'startup',
  summary: 'How soon a chain sounds after it was asked for, against a bare JACK client.',
  needs: ['jackd2', 'zam-plugins', 'omx-clap-host, omx-probe, omx-listen and omx.clap (npm run setup)'],
  seconds: { quick: 3 + pairs.quick * secondsPerPair, full: 3 + pairs.full * secondsPerPair },
  run,
};
