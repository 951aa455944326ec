import { histogramBuckets } from '@plugin-hostd/contracts';
import { expect, test } from 'vitest';
import { bridgeMeasurement } from './bridge-report.js';
import { chainCommands, ownClientCommands, type Placement, stageCount } from './lay.js';
import type { BridgeWindow } from './measure.js';

/** A window whose calls all fall into one bucket. */
function window(placement: Placement, bucket: number, switches: number, unsharedMb: number): BridgeWindow {
  const calls = Array.from({ length: histogramBuckets }, (_, i) => (i === bucket ? 1000 : 0));
  const unsharedBytes = unsharedMb * 1024 * 1024;
  return {
    placement,
    calls,
    cycles: 100,
    cpuPercent: 10,
    switchesPerCycle: switches,
    unsharedBytes,
    dryBlocks: 3,
  };
}

test('bridged plugins are compared with separate ones, medians of their windows', () => {
  const { bars, tables } = bridgeMeasurement(
    [
      window('inline', 0, 1, 3),
      window('bridged', 4, 33, 10),
      window('bridged', 4, 35, 12), // median 34 switches, 11 MB
      window('separate', 0, 17, 44),
    ],
    true,
  );
  expect(bars.map(({ value, holds }) => [value, holds])).toEqual([
    [0, true],
    [17, false], // 34 − 17
    [0.25, true], // 11 by 44
  ]);
  // Bucket 4 holds 32 to 40 ns: its middle is 36.
  expect(tables[0]?.rows[1]?.slice(0, 2)).toEqual(['bridged', '0.0360']);
  expect(tables[0]?.rows[1]?.slice(-2)).toEqual(['6', '2000']);
});

test('each placement runs the same plugins in a row', () => {
  for (const placement of ['inline', 'bridged'] as const) {
    const added = chainCommands(placement).filter(([verb]) => verb === 'add');
    expect(added).toHaveLength(stageCount);
    expect(added.every((words) => words.at(-1) === placement)).toBe(true);
  }
  expect(ownClientCommands(0)).toContainEqual(['connect', 'source:out_1', 'effect_0:in1_1']);
  expect(ownClientCommands(3).map((words) => words.slice(1))).toContainEqual([
    'effect_2:out1_2',
    'effect_3:in1_2',
  ]);
});
