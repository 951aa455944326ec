import { expect, test } from 'vitest';
import { seededRandom } from '../statistics/random.js';
import { caseFigures, pairUp } from './figures.js';
import type { Host, WindowSample } from './window.js';

function sample(host: Host, pair: number, busyNs: number, more: Partial<WindowSample> = {}): WindowSample {
  return {
    host,
    pair,
    cycles: 100,
    busyNs,
    cpuNs: busyNs + 1000,
    pluginNs: host === 'worker' ? busyNs - 500 : null,
    voluntarySwitches: 101,
    lateCycles: 0,
    stealPercent: 0,
    othersPercent: 0,
    disturbed: false,
    ...more,
  };
}

test('windows are compared with their own partner, so that a drift of both cancels', () => {
  // The machine slows down threefold; the worker costs 10 % more throughout.
  const samples = [1000, 2000, 3000].flatMap((floorNs, pair) => [
    sample('floor', pair, floorNs),
    sample('worker', pair, floorNs * 1.1),
  ]);
  const figures = caseFigures(samples, seededRandom(1));
  expect(figures.ratio.median).toBeCloseTo(1.1, 9);
  expect(figures.ratio.high - figures.ratio.low).toBeLessThan(1e-9);
  expect(figures.differenceNs.median).toBeCloseTo(200, 9);
  expect(figures.ownNs).toBeCloseTo(500, 9);
  expect(figures.switchesPerCycle).toBeCloseTo(1.01, 9);
});

test('a disturbed pair is counted and shown apart, and still used', () => {
  const samples = [
    sample('worker', 0, 1050),
    sample('floor', 0, 1000),
    sample('worker', 1, 3000, { disturbed: true }),
    sample('floor', 1, 1000),
  ];
  const figures = caseFigures(samples, seededRandom(1));
  expect(figures.disturbedPairs).toBe(1);
  expect(figures.quietRatio).toBeCloseTo(1.05, 9);
  expect(figures.ratio.count).toBe(2);
});

test('half a pair is no pair', () => {
  expect(pairUp([sample('worker', 0, 1), sample('worker', 1, 1), sample('floor', 1, 1)])).toHaveLength(1);
});
