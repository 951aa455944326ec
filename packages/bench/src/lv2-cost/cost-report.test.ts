import { expect, test } from 'vitest';
import { seededRandom } from '../statistics/random.js';
import { addedNs, costMeasurement, firstRatio } from './cost-report.js';
import type { PluginSample } from './measure-plugin.js';
import { allSetups, comparedPlugins } from './plugins.js';

const random = seededRandom(1);
const setup = { rateHz: 48_000, blockFrames: 128 };

function sample(uri: string, identical = true): PluginSample {
  const result = identical
    ? ({ identical, outputs: 2, sounds: true } as const)
    : ({ identical, symbol: 'out', frame: 7, direct: '0.1', adapted: '0.2' } as const);
  return {
    uri,
    comparisons: [{ setup, result }],
    rounds: [
      [1000, 1010],
      [1000, 1030],
      [5000, 5020],
    ],
    direct: { firstBytes: 2000, eachBytes: 100 },
    adapted: { firstBytes: 1000, eachBytes: 120 },
  };
}

const adds = [{ name: 'A', lv2Ms: 6, clapMs: 2 }];

test('what the adapter adds is the median of the differences in a round; memory is that of plugin and host', () => {
  expect(addedNs(sample('a'), random)).toBe(20);
  expect(firstRatio(sample('a'))).toBe(0.5);
});

test('the bars: all that was promised, each with its limit', () => {
  const samples = comparedPlugins.map((uri) => sample(uri));
  const { bars } = costMeasurement(samples, [], adds, random);
  expect(bars.map(({ value, holds }) => [value, holds])).toEqual([
    [20, true],
    [0, true],
    [20, true],
    [0.5, true],
    [1.2, false],
    [4, true],
  ]);
});

test('one sample that differs, or one plugin less, breaks a bar and is told', () => {
  const samples = comparedPlugins.slice(1).map((uri, i) => sample(uri, i > 0));
  const measured = costMeasurement(samples, [{ uri: 'urn:x', problem: 'it is not installed' }], adds, random);
  expect(measured.bars.map(({ holds }) => holds).slice(0, 2)).toEqual([false, false]);
  expect(measured.tables[1]?.rows).toEqual([[comparedPlugins[1], '48000', '128', 'out', '7', '0.1', '0.2']]);
  expect(measured.notes).toContain('urn:x was not measured: it is not installed.');
});

test('every rate meets every block', () => {
  expect(allSetups).toHaveLength(18);
  expect(new Set(allSetups.map((it) => `${it.rateHz}/${it.blockFrames}`)).size).toBe(18);
});
