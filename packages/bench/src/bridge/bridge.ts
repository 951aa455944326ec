import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { holdCpuLatency } from '../instruments/cpu-latency.js';
import { startJackServer } from '../instruments/jack-server.js';
import { startSource } from '../instruments/source.js';
import { seededRandom } from '../statistics/random.js';
import { bridgeMeasurement } from './bridge-report.js';
import { placements } from './lay.js';
import { type BridgeWindow, measureWindow } from './measure.js';

const rounds = { quick: 2, full: 8 };
const windowSeconds = { quick: 3, full: 10 };
/** To lay and to settle, on the average of the placements. */
const layingSeconds = 3;

function secondsOf(kind: 'quick' | 'full'): number {
  return rounds[kind] * placements.length * (windowSeconds[kind] + layingSeconds) + 2;
}

async function run(context: BenchContext): Promise<Result<Measurement, Failure>> {
  const held = holdCpuLatency(context.scope);
  const server = await startJackServer({ rate: 48_000, period: 128 }, context.scope, context.signal);
  if (!server.ok) return server;
  const source = await startSource(server.value, context.scope);
  if (!source.ok) return source;
  const random = seededRandom(context.seed);
  const kind = context.quick ? 'quick' : 'full';
  const windows: BridgeWindow[] = [];
  for (let round = 0; round < rounds[kind]; round += 1) {
    // Each placement once, in an order by chance: slow drifts meet them all alike.
    const order = placements.map((placement) => ({ placement, at: random() })).sort((a, b) => a.at - b.at);
    for (const { placement } of order) {
      context.step(
        `${placement}, round ${round + 1} of ${rounds[kind]}`,
        windowSeconds[kind] + layingSeconds,
      );
      const window = await measureWindow(placement, windowSeconds[kind], server.value, context);
      if (!window.ok) return window;
      windows.push(window.value);
    }
  }
  return ok(bridgeMeasurement(windows, held));
}

export const bridge: Bench = {
  name: 'bridge',
  summary:
    'What a plugin costs inline, in a process of its own behind a deadline, and in a client of its own.',
  needs: ['jackd2', 'omx-clap-host, omx-clap-bridge, omx-probe and omx.clap (npm run setup)'],
  seconds: { quick: secondsOf('quick'), full: secondsOf('full') },
  run,
};
