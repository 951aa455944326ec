import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';
import type { Bench, BenchInfo } from './bench.js';
import { bridge } from './bridge/bridge.js';
import { channel } from './channel/channel.js';
import { effects } from './effects/effects.js';
import { lv2Cost } from './lv2-cost/cost.js';
import { lv2Sweep } from './lv2-sweep/sweep.js';
import { overhead } from './overhead/overhead.js';
import { startup } from './startup/startup.js';

/** Every bench, in the order of `bench list`. */
export const benches: readonly Bench[] = [overhead, startup, effects, channel, bridge, lv2Sweep, lv2Cost];

/** What `bench list` shows. */
export function listBenches(): readonly BenchInfo[] {
  return benches.map(({ name, summary, needs, seconds }) => ({ name, summary, needs, seconds }));
}

export function findBench(name: string): Result<Bench, Failure> {
  const found = benches.find((bench) => bench.name === name);
  const names = benches.map((bench) => bench.name).join(', ');
  return found
    ? ok(found)
    : fail('bad_request', { reason: `There is no bench "${name}"; there are ${names}` });
}
