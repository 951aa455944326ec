import { expect, test } from 'vitest';
import { seededRandom } from '../statistics/random.js';
import { pickDeed } from './deeds.js';
import { growth } from './slope.js';
import { type Soaked, soakMeasurement } from './soak-report.js';

test('growth is the slope of a line, and one jump does not move it', () => {
  const line = [0, 100, 200, 300, 400].map((deeds) => ({ deeds, bytes: 1e6 + 3 * deeds }));
  expect(growth(line)).toBe(3);
  expect(growth(line.map((point, i) => (i === 2 ? { ...point, bytes: 9e6 } : point)))).toBe(3);
  expect(growth(line.slice(0, 1))).toBeNaN();
});

test('every deed has its turn, in the same order for the same seed', () => {
  const deeds = () => {
    const random = seededRandom(3);
    return Array.from({ length: 200 }, () => pickDeed(random));
  };
  expect(new Set(deeds())).toEqual(new Set(['add', 'remove', 'set', 'preset', 'state', 'bypass']));
  expect(deeds()).toEqual(deeds());
});

const soaked: Soaked = {
  plugins: ['urn:a'],
  deeds: 400,
  counts: new Map([['add', 80]]),
  deaths: [{ plugin: 'urn:a', how: 'it crashed', after: 10 }],
  faults: new Map(),
  series: [[], [0, 100, 200, 300].map((deeds) => ({ deeds, bytes: 1e6 + 100 * deeds }))],
};

test('a crash that a plugin is blamed for breaks no bar; one without a culprit does', () => {
  expect(soakMeasurement(soaked).bars.map(({ holds }) => holds)).toEqual([true, true, true]);
  const nobody = { ...soaked, deaths: [{ plugin: null, how: 'it crashed', after: 10 }] };
  expect(soakMeasurement(nobody).bars.map(({ holds }) => holds)).toEqual([false, true, true]);
});

test('growth in the second half above the limit breaks a bar; in the first half the heap finds its size', () => {
  const series = (bytesAt: (i: number) => number) => [
    Array.from({ length: 50 }, (_, i) => ({ deeds: 60 * i, bytes: bytesAt(i) })),
  ];
  const bar = (bytesAt: (i: number) => number) =>
    soakMeasurement({ ...soaked, series: series(bytesAt) }).bars[2];
  // 1200 bytes per deed are 1200000/1024 = 1172 KiB per thousand.
  expect(bar((i) => 1200 * 60 * i)).toMatchObject({ value: 1171.875, holds: false });
  expect(bar((i) => 1e6 * Math.min(i, 20))).toMatchObject({ value: 0, holds: true });
});

test('of a short run what was gained counts; of one without a look nothing is known', () => {
  const gaining = (mib: number) => [[0, mib].map((each, i) => ({ deeds: 60 * i, bytes: each * 2 ** 20 }))];
  expect(soakMeasurement({ ...soaked, series: gaining(32) }).bars[2]).toMatchObject({
    value: 32,
    holds: true,
  });
  expect(soakMeasurement({ ...soaked, series: gaining(33) }).bars[2]?.holds).toBe(false);
  expect(soakMeasurement({ ...soaked, series: [[]] }).bars[2]?.holds).toBe(false);
});
