import type { Random } from './random.js';

export type Side = 'a' | 'b';

/**
 * An order in which to measure two sides: `pairs` pairs, each measured once on either side, which first by chance. Pairs
 * cancel slow drifts; the chance cancels what one side leaves behind for the other.
 */
export function interleave(pairs: number, random: Random): readonly (readonly [Side, Side])[] {
  return Array.from({ length: pairs }, () => (random() < 0.5 ? ['a', 'b'] : ['b', 'a']));
}
