import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCommand } from './commands.js';
import { fixed, integerOf, numberOf, splitWords } from './words.js';

test.each([
  ['add urn:a 0', ['add', 'urn:a', '0']],
  ['add urn:a 0\r\n', ['add', 'urn:a', '0']],
  ['a  b', ['a', '', 'b']],
  [' a', ['', 'a']],
  ['a "b c" d', ['a', 'b c', 'd']],
  ['a "" d', ['a', '', 'd']],
  ['a "b', ['a', 'b']],
  ['a "b c', ['a', 'b c']],
  ['a "b"c d', ['a', 'b', 'd']],
  ['a \\"b', ['a', '"b']],
  ['a "say \\"hi\\"" d', ['a', 'say "hi"', 'd']],
  ['a "say ""hi""" d', ['a', 'say "hi"', 'd']],
  ['a "{\\"key\\": \\"a value\\"}"', ['a', '{"key": "a value"}']],
  ['a tab\there', ['a', 'tab\there']],
  ['', ['']],
])('%j has the words %j', (message, words) => expect(splitWords(message)).toEqual(words));

test('words without quotes, backslashes and space come out as they went in', () => {
  const word = fc.stringMatching(/^[^\s"\\\0]+$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(splitWords(words.join(' '))).toEqual(words);
    }),
  );
});

test('no message makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseCommand(splitWords(text))));
});

test.each([
  ['12', 12],
  ['-3x', -3],
  ['+4', 4],
  ['x', 0],
  ['', 0],
  ['1e3', 1],
  ['99999999999', 2147483647],
])('%j is the whole number %d', (word, value) => expect(integerOf(word)).toBe(value));

test.each([
  ['1.5', 1.5],
  ['-.5e1dB', -5],
  ['2.', 2],
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['nan', 0],
  ['gain', 0],
])('%j is the number %d', (word, value) => expect(numberOf(word)).toBe(value));

describe('a value is written as C writes it', () => {
  test.each([
    [0.5, 4, '0.5000'],
    [0.1, 6, '0.100000'],
    // 0.1 in single precision is 0.100000001490116…
    [0.1, 9, '0.100000001'],
    // 1/32 = 0.03125 and 3/32 = 0.09375 lie in the middle: to the even digit.
    [0.03125, 4, '0.0312'],
    [0.09375, 4, '0.0938'],
    [-0.03125, 4, '-0.0312'],
    [-0, 4, '-0.0000'],
    [16777216, 4, '16777216.0000'],
    [2 ** 70, 2, '1180591620717411303424.00'],
    [Number.POSITIVE_INFINITY, 4, 'inf'],
    [Number.NEGATIVE_INFINITY, 4, '-inf'],
    [Number.NaN, 4, 'nan'],
  ])('%d to %d decimals', (value, decimals, text) => expect(fixed(value, decimals)).toBe(text));
});
