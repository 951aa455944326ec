import { expect, test } from 'vitest';
import { readInstance, readSettings, readSwitch } from './words.js';

test.each([
  ['0', 0],
  ['9990', 9990],
])('%s is an instance number', (word, number) => {
  expect(readInstance(word)).toEqual({ ok: true, value: number });
});

test.each(['-1', '9991', '1.5', 'x', '', '1e3'])('"%s" is none', (word) => {
  const result = readInstance(word);
  expect(!result.ok && result.error.code).toBe('invalid_instance');
});

test('settings are read with their units, and only the first equals sign separates', () => {
  expect(readSettings(['gain=-6 dB', 'label=a=b', 'mix=0.2'])).toEqual({
    ok: true,
    value: { gain: '-6 dB', label: 'a=b', mix: '0.2' },
  });
});

test('one name and its value need no equals sign', () => {
  expect(readSettings(['b1 freq', '1.2 kHz'])).toEqual({ ok: true, value: { 'b1 freq': '1.2 kHz' } });
});

test.each([[['gain']], [['=3']], [['a=1', 'b']]])('%j is no list of settings', (words) => {
  const result = readSettings(words);
  expect(!result.ok && result.error.code).toBe('bad_request');
});

test('a switch is on or off, in words or in digits', () => {
  expect(['on', 'OFF', '1', '0'].map((word) => readSwitch(word))).toEqual(
    [true, false, true, false].map((value) => ({ ok: true, value })),
  );
  expect(readSwitch('maybe').ok).toBe(false);
});
