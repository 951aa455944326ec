/** A player that is measured: stereo at 48 kHz. */
export interface ChannelCase {
  readonly latencyMs: number;
  readonly format: 's16' | 'f32';
  /** Its saving is a promise. */
  readonly barred: boolean;
}

export const rate = 48_000;

/** The client keeps two packets under way, so that each holds half of the latency. */
export function packetFrames({ latencyMs }: ChannelCase): number {
  return (latencyMs * rate) / 2000;
}

const latenciesMs = [5, 10, 20, 40, 60, 80, 100, 150, 200];
const mostBarredMs = 20;

const casesOf = (format: 's16' | 'f32'): ChannelCase[] =>
  latenciesMs.map((latencyMs) => ({
    latencyMs,
    format,
    barred: format === 'f32' && latencyMs <= mostBarredMs,
  }));

/** What a run measures: a quick one leaves out 16 bits. */
export function channelCases(quick: boolean): readonly ChannelCase[] {
  return quick ? casesOf('f32') : [...casesOf('f32'), ...casesOf('s16')];
}

/** How often and how long; a window holds at least five packets. */
export interface Effort {
  readonly pairs: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
  readonly idleMs: number;
}

export function effortFor(channelCase: ChannelCase, quick: boolean): Effort {
  const leastMs = 2.5 * channelCase.latencyMs + 10;
  if (!quick) return { pairs: 12, warmUpMs: 100, windowMs: Math.max(800, leastMs), idleMs: 400 };
  const pairs = channelCase.barred ? 12 : 2;
  return { pairs, warmUpMs: 40, windowMs: Math.max(240, leastMs), idleMs: 120 };
}

export function caseSeconds(channelCase: ChannelCase, quick: boolean): number {
  const { pairs, warmUpMs, windowMs, idleMs } = effortFor(channelCase, quick);
  return (pairs * (3 * (warmUpMs + 10) + 2 * windowMs + idleMs)) / 1000;
}

/** A flood's packets are those of a player at 5 ms. */
export const floodFrames = 120;
export const floodWindowMs = 100;
export const floodWarmUpMs = 30;
export const floodPairs = { quick: 6, full: 24 };
