import { median, quantile } from './quantile.js';
import type { Random } from './random.js';

/** A median with the interval that it lies in with 95 % confidence. */
export interface Estimate {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** How many values it is of. */
  readonly count: number;
}

const resamples = 2000;

/**
 * The median of `values` with a 95 % percentile bootstrap interval (Efron and Tibshirani, 1993, chapter 13): medians of
 * resamples drawn with replacement, their 2.5 and 97.5 % points. All NaN for no values.
 */
export function estimateMedian(values: readonly number[], random: Random): Estimate {
  const medians = Array.from({ length: resamples }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)]!)),
  );
  return {
    median: median(values),
    low: quantile(medians, 0.025),
    high: quantile(medians, 0.975),
    count: values.length,
  };
}
