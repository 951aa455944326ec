import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { holdCpuLatency } from '../instruments/cpu-latency.js';
import { seededRandom } from '../statistics/random.js';
import { caseSeconds, channelCases, floodPairs, floodWarmUpMs, floodWindowMs } from './cases.js';
import { channelBars, channelNotes, channelTables } from './channel-report.js';
import { caseFigures, floodFigures } from './figures.js';
import { callsSeconds, countCalls, measureCase, measureFlood } from './measure.js';
import { measurePulse, pulseSeconds } from './pulseaudio.js';
import { ChannelTimes } from './times-program.js';

const formats = ['f32', 's16'] as const;

async function run(context: BenchContext): Promise<Result<Measurement, Failure>> {
  const held = holdCpuLatency(context.scope);
  const random = seededRandom(context.seed);
  const times = await ChannelTimes.start(context.scope);
  if (!times.ok) return times;
  const cases = [];
  for (const channelCase of channelCases(context.quick)) {
    const rounds = await measureCase(times.value, channelCase, context, random);
    if (!rounds.ok) return rounds;
    cases.push({ channelCase, rounds: rounds.value, figures: caseFigures(rounds.value, random) });
  }
  const floods = [];
  for (const format of formats) {
    const pairs = await measureFlood(times.value, format, context, random);
    if (!pairs.ok) return pairs;
    floods.push({ format, pairs: pairs.value, figures: floodFigures(pairs.value, random) });
  }
  const calls = await countCalls(times.value, context);
  if (!calls.ok) return calls;
  const pulse = await measurePulse(context);
  const result = { cases, floods, calls: calls.value, pulse };
  return ok({
    bars: channelBars(result),
    tables: channelTables(result),
    notes: channelNotes(held, pulse.length > 0),
    samples: { cpuLatencyHeld: held, ...result },
  });
}

function expectedSeconds(quick: boolean): number {
  const clocks = channelCases(quick).reduce((sum, each) => sum + caseSeconds(each, quick), 0);
  const flood =
    floodPairs[quick ? 'quick' : 'full'] * formats.length * 2 * (floodWarmUpMs + floodWindowMs + 5);
  return Math.ceil(clocks + flood / 1000 + callsSeconds + pulseSeconds(quick));
}

export const channel: Bench = {
  name: 'channel',
  summary: 'What sound between processes costs: a ring in shared memory against a socket.',
  needs: [
    'omx-channel-times (npm run setup)',
    'pulseaudio, to compare with (npm run setup -- bench; optional)',
  ],
  seconds: { quick: expectedSeconds(true), full: expectedSeconds(false) },
  run,
};
