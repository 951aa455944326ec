import { expectOk } from '@plugin-hostd/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChainPart, formatChain, parseChain, parsePart } from './parse-chain.js';

const read = (text: string) => expectOk(parseChain(text));

test('plugins are separated by bars, settings follow by name', () => {
  expect(read('ZamCompX2 | omx-eq8 hpf=80 b1_freq=1.5e3|omx-delay mix=0.2')).toEqual([
    { plugin: 'ZamCompX2', settings: [] },
    {
      plugin: 'omx-eq8',
      settings: [
        { name: 'hpf', value: 80 },
        { name: 'b1_freq', value: 1500 },
      ],
    },
    { plugin: 'omx-delay', settings: [{ name: 'mix', value: 0.2 }] },
  ]);
});

test('names of several words need no quotes; bars, equals signs and quotes in names do', () => {
  expect(read('Dragonfly Room Reverb wet = 20')).toEqual([
    { plugin: 'Dragonfly Room Reverb', settings: [{ name: 'wet', value: 20 }] },
  ]);
  expect(read(`"a|b=c" 'Low Gain'="-3 dB"`)).toEqual([
    { plugin: 'a|b=c', settings: [{ name: 'Low Gain', value: '-3 dB' }] },
  ]);
  expect(read('"say \\"x\\""')[0]?.plugin).toBe('say "x"');
});

test('a value with a unit is a text for the plugin to read, and so is a quoted number', () => {
  expect(read('x a=-12dB b="5" c=.5 d=+3')[0]?.settings.map((s) => s.value)).toEqual(['-12dB', '5', 0.5, 3]);
});

describe('what cannot be read is told with the place and the reason', () => {
  test.each([
    ['', 'its end', 'a plugin is missing'],
    ['a | | b', '| b', 'a plugin is missing'],
    ['a |', 'its end', 'a plugin is missing'],
    ['a x=', 'x=', 'the setting "x" has no value'],
    ['a x=1 y', 'y', '"y" is not followed by = and a value'],
    ['a x==1', 'x==1', 'the setting "x" has no value'],
    ['"open', '"open', 'the quote is never closed'],
    ['=3', '=3', 'a plugin is missing'],
    ['x=3', 'x=3', 'a plugin is missing'],
  ])('%j', (text, at, reason) => {
    const result = parseChain(text);
    expect(!result.ok && result.error.code).toBe('bad_expression');
    expect(!result.ok && result.error.message).toBe(`The chain cannot be read at "${at}": ${reason}.`);
  });
});

test('where one plugin is wanted, two are refused', () => {
  expect(expectOk(parsePart('a x=1'))).toEqual({ plugin: 'a', settings: [{ name: 'x', value: 1 }] });
  expect(parsePart('a | b').ok).toBe(false);
});

test('what is written is read back', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  const name = text.filter((t) => t.trim() !== '');
  const value = fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((v) => !Object.is(v, -0)),
  );
  const part = fc.record<ChainPart>({ plugin: name, settings: fc.array(fc.record({ name, value })) });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      expect(read(formatChain(parts))).toEqual(parts);
    }),
  );
});

test('no text makes it throw', () => {
  const hard = fc
    .array(fc.constantFrom('a', '=', '|', '"', "'", '\\', ' ', '1', '\n'))
    .map((c) => c.join(''));
  fc.assert(fc.property(fc.oneof(fc.string(), hard), (text) => void parseChain(text)));
});
