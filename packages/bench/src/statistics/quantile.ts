/**
 * The p-quantile (0 to 1) with linear interpolation between order statistics (Hyndman and Fan, 1996, type 7); NaN for
 * no values.
 */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * p;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** The middle value; NaN for no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
