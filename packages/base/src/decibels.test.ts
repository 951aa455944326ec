import { expect, test } from 'vitest';
import { amplitude, decibels } from './decibels.js';

test('half of full scale is 20·log10(1/2) = -6.0206 dB', () => {
  expect(decibels(0.5)).toBeCloseTo(-6.0206, 4);
  expect(decibels(-0.5)).toBeCloseTo(-6.0206, 4);
});

test('+24 dB is a factor of 10^1.2 = 15.8489', () => {
  expect(amplitude(24)).toBeCloseTo(15.8489, 4);
});

test('silence has no level', () => {
  expect(decibels(0)).toBe(Number.NEGATIVE_INFINITY);
});
