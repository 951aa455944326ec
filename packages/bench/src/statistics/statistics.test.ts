import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateMedian } from './bootstrap.js';
import { interleave } from './interleave.js';
import { median, quantile } from './quantile.js';
import { seededRandom } from './random.js';

test('a quantile lies linearly between order statistics', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([10, 20, 30, 40, 50], 0.9)).toBeCloseTo(46, 12); // 0.9 * 4 = 3.6: 40 + 0.6 * 10
  expect(quantile([7], 0.99)).toBe(7);
  expect(median([])).toBeNaN();
});

test('an outlier does not move a median, as it would a mean', () => {
  expect(median([1, 1, 1, 1000, 1])).toBe(1);
});

test('a seed gives the same numbers again, another seed others', () => {
  const take = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
});

test('random numbers lie in [0, 1) and are spread evenly', () => {
  const random = seededRandom(7);
  const numbers = Array.from({ length: 10_000 }, random);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  // The mean of n uniform numbers has standard deviation 1/sqrt(12 n) = 0.0029; five of these.
  expect(Math.abs(numbers.reduce((a, b) => a + b) / numbers.length - 0.5)).toBeLessThan(0.0145);
});

test('the interval encloses the median and is that of equal values when all are equal', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 }),
      fc.integer(),
      (values, seed) => {
        const estimate = estimateMedian(values, seededRandom(seed));
        expect(estimate.low).toBeLessThanOrEqual(estimate.high);
        expect(estimate.low).toBeGreaterThanOrEqual(Math.min(...values));
        expect(estimate.high).toBeLessThanOrEqual(Math.max(...values));
      },
    ),
    { numRuns: 30 },
  );
  expect(estimateMedian([3, 3, 3], seededRandom(1))).toEqual({ median: 3, low: 3, high: 3, count: 3 });
});

test('the 95 % interval covers the true median of known noise in most of many trials', () => {
  const random = seededRandom(42);
  const trials = 80;
  const covered = Array.from({ length: trials }, () => {
    const values = Array.from({ length: 25 }, () => random() - 0.5); // true median 0
    const { low, high } = estimateMedian(values, random);
    return low <= 0 && high >= 0;
  }).filter(Boolean).length;
  // Binomial(80, 0.95) has mean 76 and standard deviation 1.9; the percentile interval of a median covers a little less.
  expect(covered).toBeGreaterThan(65);
});

test('each pair has both sides, and either comes first about as often', () => {
  const order = interleave(1000, seededRandom(3));
  expect(order.every(([first, second]) => first !== second)).toBe(true);
  const firstA = order.filter(([first]) => first === 'a').length;
  expect(Math.abs(firstA - 500)).toBeLessThan(80); // five standard deviations of Binomial(1000, 0.5)
});
