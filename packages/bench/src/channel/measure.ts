import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { BenchContext } from '../bench.js';
import { interleave } from '../statistics/interleave.js';
import type { Random } from '../statistics/random.js';
import {
  type ChannelCase,
  caseSeconds,
  effortFor,
  floodFrames,
  floodPairs,
  floodWarmUpMs,
  floodWindowMs,
  packetFrames,
} from './cases.js';
import type { FloodPair, Round } from './figures.js';
import type { Carrier, ChannelTimes, ChannelWindow } from './times-program.js';

const carrierOf = { a: 'socket', b: 'ring' } as const;

/** Measures one player: rounds of both carriers in an order left to chance, and of the server's clock alone. */
export async function measureCase(
  times: ChannelTimes,
  channelCase: ChannelCase,
  context: BenchContext,
  random: Random,
): Promise<Result<readonly Round[], Failure>> {
  const { pairs, warmUpMs, windowMs, idleMs } = effortFor(channelCase, context.quick);
  const { latencyMs, format } = channelCase;
  const frames = packetFrames(channelCase);
  const rounds: Round[] = [];
  context.step(`${latencyMs} ms, ${format}`, caseSeconds(channelCase, context.quick));
  for (const order of interleave(pairs, random)) {
    context.signal.throwIfAborted();
    const idle = await times.clock('idle', format, frames, warmUpMs, idleMs);
    if (!idle.ok) return idle;
    const windows: Partial<Record<Carrier, ChannelWindow>> = {};
    for (const side of order) {
      const window = await times.clock(carrierOf[side], format, frames, warmUpMs, windowMs);
      if (!window.ok) return window;
      windows[carrierOf[side]] = window.value;
    }
    rounds.push({ idle: idle.value, ...(windows as Record<Carrier, ChannelWindow>) });
  }
  return ok(rounds);
}

/** Measures both carriers at full speed. */
export async function measureFlood(
  times: ChannelTimes,
  format: string,
  context: BenchContext,
  random: Random,
): Promise<Result<readonly FloodPair[], Failure>> {
  const pairs = floodPairs[context.quick ? 'quick' : 'full'];
  context.step(`saturated, ${format}`, (pairs * 2 * (floodWarmUpMs + floodWindowMs + 5)) / 1000);
  const found: FloodPair[] = [];
  for (const order of interleave(pairs, random)) {
    context.signal.throwIfAborted();
    const windows: Partial<Record<Carrier, ChannelWindow>> = {};
    for (const side of order) {
      const window = await times.flood(carrierOf[side], format, floodFrames, floodWarmUpMs, floodWindowMs);
      if (!window.ok) return window;
      windows[carrierOf[side]] = window.value;
    }
    found.push(windows as FloodPair);
  }
  return ok(found);
}

/** System calls per packet by both carriers, at a player's pace and saturated. */
export interface Calls {
  readonly clock: Readonly<Record<Carrier, number>>;
  readonly flood: Readonly<Record<Carrier, number>>;
}

const callsPackets = { clock: 100, flood: 4000 };
export const callsSeconds = 3;

export async function countCalls(
  times: ChannelTimes,
  context: BenchContext,
): Promise<Result<Calls, Failure>> {
  context.step('system calls', callsSeconds);
  const counted: Record<'clock' | 'flood', Record<Carrier, number>> = {
    clock: { socket: Number.NaN, ring: Number.NaN },
    flood: { socket: Number.NaN, ring: Number.NaN },
  };
  for (const kind of ['clock', 'flood'] as const) {
    for (const carrier of ['socket', 'ring'] as const) {
      const calls = await times.calls(kind, carrier, 'f32', floodFrames, callsPackets[kind]);
      if (!calls.ok) return calls;
      counted[kind][carrier] = calls.value;
    }
  }
  return ok(counted);
}
