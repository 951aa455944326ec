import { describe, expect, test } from 'vitest';
import { checkDeclaration, effects, meter, symbolOf } from './index.js';

const ids = (name: string) =>
  Object.fromEntries(effects.find((e) => e.name === name)?.params.map((p) => [p.symbol, p.id]) ?? []);

test('every declaration is sound', () => {
  expect(effects.flatMap(checkDeclaration)).toEqual([]);
});

describe('saved sessions load: ids and symbols never change', () => {
  test('omx-chorus', () => {
    expect(ids('omx-chorus')).toEqual({
      voices: 1,
      rate: 2,
      depth: 3,
      delay: 4,
      shape: 5,
      spread: 6,
      low_cut: 7,
      high_cut: 8,
      mix: 9,
    });
  });

  test('omx-comp', () => {
    expect(ids('omx-comp')).toEqual({
      threshold: 1,
      ratio: 2,
      knee: 3,
      attack: 4,
      release: 5,
      detector: 6,
      makeup: 7,
      auto_makeup: 8,
      mix: 9,
      link: 10,
      key: 11,
      key_hpf: 12,
    });
  });

  test('omx-deesser', () => {
    expect(ids('omx-deesser')).toEqual({
      threshold: 1,
      range: 2,
      freq: 3,
      width: 4,
      mode: 5,
      listen: 6,
      attack: 7,
      release: 8,
    });
  });

  test('omx-delay', () => {
    expect(ids('omx-delay')).toEqual({
      time: 1,
      feedback: 2,
      mix: 3,
      tone: 4,
      mode: 5,
      offset: 6,
      change: 7,
      sync: 8,
    });
  });

  test('omx-drive', () => {
    expect(ids('omx-drive')).toEqual({
      drive: 1,
      curve: 2,
      band: 3,
      split: 4,
      tilt: 5,
      tone: 6,
      mix: 7,
      output: 8,
      auto_gain: 9,
    });
  });

  test('omx-geq', () => {
    const bands = [
      20, 25, 31, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000,
      2500, 3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000, 20000,
    ];
    expect(ids('omx-geq')).toEqual({
      gain: 1,
      ...Object.fromEntries(bands.map((hz, i) => [`band_${hz}`, 10 + i])),
    });
  });

  test('omx-flanger', () => {
    expect(ids('omx-flanger')).toEqual({
      voices: 1,
      rate: 2,
      depth: 3,
      delay: 4,
      feedback: 5,
      shape: 6,
      spread: 7,
      polarity: 8,
      through_zero: 9,
      mix: 10,
    });
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

  test('omx-reverb', () => {
    expect(ids('omx-reverb')).toEqual({
      type: 1,
      predelay: 2,
      size: 3,
      decay: 4,
      damping: 5,
      early: 6,
      motion: 7,
      width: 8,
      low_cut: 9,
      high_cut: 10,
      mix: 11,
    });
  });
});

describe('a broken declaration is refused', () => {
  const good = effects.find((effect) => effect.name === 'omx-delay');
  if (!good) throw new Error('no effects');
  const [first, ...rest] = good.params;
  if (!first) throw new Error('no parameters');
  const problemsWith = (change: object) =>
    checkDeclaration({ ...good, params: [{ ...first, ...change }, ...rest] });

  test.each([
    ["a meter with a parameter's symbol", { name: 'Time' }, /time is used twice/],
    ["a meter with a port's symbol", { name: 'Latency' }, /is the symbol of a port/],
    ['a meter that begins with a digit', { name: '3 dB' }, /begin with a letter/],
    ['a gain reduction in per cent', { isGainReduction: true, unit: 'percent' }, /gain reduction in dB/],
  ] as const)('%s', (_, change, message) => {
    const made = meter({ name: 'Reduction', unit: 'db', min: -60, max: 0, summary: '', ...change });
    expect(checkDeclaration({ ...good, meters: [made] }).join('\n')).toMatch(message);
  });

  test.each([
    ['an unknown parameter', { name: 'A', values: { wobble: 1 } }, /wobble, which is no parameter/],
    ['a value outside its range', { name: 'A', values: { time: 5000 } }, /sets time to 5000/],
    ['a value between steps', { name: 'A', values: { mode: 0.5 } }, /sets mode to 0.5/],
  ])('a preset with %s', (_, preset, message) => {
    expect(checkDeclaration({ ...good, presets: [preset] }).join('\n')).toMatch(message);
    expect(checkDeclaration({ ...good, presets: [{ name: 'A', values: {} }] })).toEqual([]);
  });

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
