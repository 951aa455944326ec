import { expect, test } from 'vitest';
import { seriesEdges } from './series.js';

test('mono takes the left side and feeds both', () => {
  const stereo = { inputs: ['s:l', 's:r'], outputs: ['s:L', 's:R'] };
  const mono = { inputs: ['m:in'], outputs: ['m:out'] };
  expect(seriesEdges(['a', 'b'], [stereo, mono, stereo])).toEqual([
    ['a', 's:l'],
    ['b', 's:r'],
    ['s:L', 'm:in'],
    ['m:out', 's:l'],
    ['m:out', 's:r'],
  ]);
});
