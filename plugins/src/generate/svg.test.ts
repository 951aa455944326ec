import { expect, test } from 'vitest';
import { type Plot, svgOf } from './svg.js';

const plot: Plot = {
  effect: 'omx-test',
  name: 'line',
  title: 'a < b & c',
  x: { label: 'Hz', min: 20, max: 20000, log: true },
  y: { label: 'dB', min: -12, max: 12, log: false },
  curves: [
    {
      label: 'rise',
      points: [
        [20, -12],
        [632.456, 0],
        [20000, 12],
      ],
    },
  ],
};

test('a curve reaches from corner to corner; the geometric mean is in the middle', () => {
  // The frame is 52 to 620 across and 34 to 300 down.
  expect(svgOf(plot)).toContain('d="M52 300L336 167L620 34"');
});

test('a logarithmic axis has lines at 1, 2 and 5 of each decade', () => {
  const texts = [...svgOf(plot).matchAll(/text-anchor="middle">([^<]+)</g)].map((match) => match[1]);
  const wanted = ['20', '50', '100', '200', '500', '1k', '2k', '5k', '10k', '20k'];
  expect(texts.filter((text) => wanted.includes(text ?? ''))).toEqual(wanted);
});

test('text is escaped', () => {
  expect(svgOf(plot)).toContain('<title>omx-test: a &lt; b &amp; c</title>');
});
