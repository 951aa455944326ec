import { expect, test } from 'vitest';
import { factor } from '../effect-case.js';
import { loadWords, subjectsOf } from '../subject.js';
import { effectCases } from './index.js';

test('all nine effects are measured, each case under a name of its own', () => {
  const effects = new Set(effectCases.map(({ effect }) => effect));
  const nine = ['chorus', 'comp', 'deesser', 'delay', 'drive', 'eq8', 'flanger', 'geq', 'reverb'];
  expect([...effects].sort()).toEqual(nine.map((name) => `omx-${name}`));
  expect(new Set(effectCases.map(({ name }) => name)).size).toBe(effectCases.length);
});

test.each(effectCases)('$name stands beside a comparable plugin, and says why others are apart', (each) => {
  expect(each.others.some(({ apart }) => apart === undefined)).toBe(true);
  for (const { apart } of each.others) expect(apart ?? 'compared').toMatch(/^\w.*\w$/);
});

test.each(effectCases)(
  'the words that load the subjects of $name are a kind, a place and settings',
  (each) => {
    for (const subject of subjectsOf(each)) {
      expect(loadWords(subject)).toMatch(/^(effect|twin|clap|lv2|ladspa) \S+( \w+=-?[\d.e-]+)*$/);
    }
  },
);

test('ours comes first alone, then in omx.clap, then plain', () => {
  const roles = subjectsOf(effectCases[0]!).map(({ role }) => role);
  expect(roles.slice(0, 4)).toEqual(['effect', 'clap', 'twin', 'other']);
});

test('a level in decibels becomes a factor', () => {
  expect(factor(-20)).toBe(0.1);
  expect(factor(6)).toBeCloseTo(1.99526, 5);
});
