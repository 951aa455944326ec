import { expect, test } from 'vitest';
import { seededRandom } from '../statistics/random.js';
import { startupMeasurement } from './startup-report.js';

test('a chain is compared with the bare client of its own pair', () => {
  const pairs = [
    { chain: { replyMs: 20, soundMs: 30 }, bareMs: 22 }, // 8 above
    { chain: { replyMs: 50, soundMs: 61 }, bareMs: 52 }, // 9 above, on a slow moment
    { chain: { replyMs: 20, soundMs: 40 }, bareMs: 20 }, // 20 above
  ];
  const { bars, tables } = startupMeasurement(pairs, true, seededRandom(1));
  expect(bars).toEqual([
    {
      name: 'chain request to first sound above a bare client',
      value: 9,
      unit: 'ms',
      limit: 10,
      holds: true,
    },
  ]);
  expect(tables[0]?.rows[1]?.slice(0, 2)).toEqual(['bare client, open to first cycle', '22.00']);
});
