import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFeedback } from './feedback.js';

test('a line is its name and its declared fields; the last one takes the rest', () => {
  expect(decodeFeedback('param_set 3 17 -0.5')).toEqual({
    name: 'param_set',
    fields: { instance: '3', symbol: '17', value: '-0.5' },
  });
  expect(decodeFeedback('log 2 a text  with spaces')?.fields).toEqual({
    level: '2',
    text: 'a text  with spaces',
  });
});

test.each(['', 'nonsense 1 2', 'param_set 3', 'toString 1', 'latency'])('%j is none', (line) => {
  expect(decodeFeedback(line)).toBeNull();
});

test('no line makes it throw', () => {
  fc.assert(fc.property(fc.string(), (line) => void decodeFeedback(line)));
});
