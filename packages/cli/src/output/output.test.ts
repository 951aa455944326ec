import { expect, test } from 'vitest';
import { count, duration, frames, level, megabytes, microseconds, percent } from './format.js';
import { table } from './table.js';

test('columns are as wide as their widest cell, and lines end without spaces', () => {
  const lines = table(
    [{ title: 'name' }, { title: 'µs', align: 'right' }, { title: '' }],
    [
      ['delay', '3.25', 'late'],
      ['eq', '12.5'],
    ],
  );
  expect(lines).toEqual(['name     µs', 'delay  3.25  late', 'eq     12.5']);
});

test('a wide character takes two cells', () => {
  expect(
    table(
      [{ title: 'a' }, { title: 'b' }],
      [
        ['音', 'x'],
        ['yy', 'z'],
      ],
    ),
  ).toEqual(['a   b', '音  x', 'yy  z']);
});

test.each([
  [microseconds(0.816), '0.82'],
  [microseconds(12.34), '12.3'],
  [microseconds(140.4), '140'],
  [percent(0.416), '0.42 %'],
  [percent(8.06), '8.1 %'],
  [percent(55.4), '55 %'],
  [level(-6.02), '-6.0'],
  [level(null), '-'],
  [megabytes(12_340_000), '12.3 MB'],
  [count(1, 'plugin'), '1 plugin'],
  [count(0, 'plugin'), '0 plugins'],
  // 256 frames at 48 kHz take 256/48 = 5.333 ms.
  [frames(256, 48000), '256 frames (5.33 ms)'],
  [duration(59.9), '59 s'],
  [duration(200), '3 min 20 s'],
  [duration(7500), '2 h 5 min'],
  [duration(4 * 86400 + 3 * 3600), '4 d 3 h'],
])('%s', (written, expected) => {
  expect(written).toBe(expected);
});
