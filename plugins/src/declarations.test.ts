import { describe, expect, test } from 'vitest';
import { checkDeclaration, effects, symbolOf } from './index.js';

const ids = (name: string) =>
  Object.fromEntries(effects.find((e) => e.name === name)?.params.map((p) => [p.symbol, p.id]) ?? []);

test('every declaration is sound', () => {
  expect(effects.flatMap(checkDeclaration)).toEqual([]);
});

describe('saved sessions load: ids and symbols never change', () => {
  test('omx-delay', () => {
    expect(ids('omx-delay')).toEqual({ time: 1, feedback: 2, mix: 3, tone: 4, mode: 5, offset: 6 });
  });

  test('omx-eq8', () => {
    const bands = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((b) =>
      ['on', 'type', 'freq', 'gain', 'q'].map((what, i) => [`b${b}_${what}`, 10 * b + i]),
    );
    expect(ids('omx-eq8')).toEqual({
      hpf: 1,
      hpf_slope: 2,
      lpf: 3,
      lpf_slope: 4,
      gain: 5,
      ...Object.fromEntries(bands),
    });
  });
});

describe('a broken declaration is refused', () => {
  const [good] = effects;
  if (!good) throw new Error('no effects');
  const [first, ...rest] = good.params;
  if (!first) throw new Error('no parameters');
  const problemsWith = (change: object) =>
    checkDeclaration({ ...good, params: [{ ...first, ...change }, ...rest] });

  test.each([
    ['a symbol that is not its name', { symbol: 'zeit' }, /symbol of its name/],
    ['an id used twice', { id: 2 }, /id 2 is used twice/],
    ['a default outside the range', { default: 5000 }, /default outside/],
    ['an empty range', { min: 2000 }, /empty range/],
    ['a logarithmic curve from 0', { min: 0 }, /logarithmic/],
    ['labels without a choice', { labels: ['a'] }, /labels/],
  ])('%s', (_, change, message) => {
    expect(problemsWith(change).join('\n')).toMatch(message);
  });
});

test('a symbol is what a person types', () => {
  expect(symbolOf('B1 Freq')).toBe('b1_freq');
  expect(symbolOf('HPF')).toBe('hpf');
});
