/** A source of numbers in [0, 1). */
export type Random = () => number;

/**
 * A repeatable source of random numbers: mulberry32 (Tommy Ettinger, 2017, public domain), period 2^32. Good enough to
 * shuffle and resample; not for secrets.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
