import { expect, it } from 'vitest';
import { mostLines, tooLong } from './sizes.mjs';

it('finds files that are too long', () => {
  const lines = (/** @type {number} */ count) => 'x\n'.repeat(count);
  expect(tooLong([['a.ts', lines(mostLines)]])).toEqual([]);
  expect(tooLong([['a.ts', lines(mostLines + 1)]])).toEqual(['a.ts has 451 lines, more than 450: split it']);
});
