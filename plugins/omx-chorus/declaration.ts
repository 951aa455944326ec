import { choice, continuous, type EffectDeclaration, stereoPorts } from '../src/declare.js';

const triangle = 1;

export const chorus: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-chorus',
  name: 'omx-chorus',
  version: '0.1.0',
  description: 'Chorus of up to four voices with spread and full treble',
  features: ['audio-effect', 'chorus', 'stereo'],
  ports: stereoPorts,
  params: [
    continuous({
      id: 1,
      name: 'Voices',
      unit: 'count',
      min: 1,
      max: 4,
      default: 2,
      step: 1,
      summary: 'Moving copies of each side.',
    }),
    continuous({
      id: 2,
      name: 'Rate',
      unit: 'hz',
      min: 0.01,
      max: 10,
      default: 0.6,
      curve: 'log',
      summary: 'How often a copy moves to and fro in a second.',
    }),
    continuous({
      id: 3,
      name: 'Depth',
      unit: 'ms',
      min: 0,
      max: 10,
      default: 3,
      smoothingMs: 50,
      summary: 'How far a copy moves: from the delay to the delay plus this.',
    }),
    continuous({
      id: 4,
      name: 'Delay',
      unit: 'ms',
      min: 1,
      max: 40,
      default: 12,
      curve: 'log',
      smoothingMs: 50,
      summary: 'The shortest time by which a copy is late.',
    }),
    choice({
      id: 5,
      name: 'Shape',
      labels: ['Sine', 'Triangle'],
      default: 0,
      summary: 'How a copy moves; along a triangle its pitch is always one of two.',
    }),
    continuous({
      id: 6,
      name: 'Spread',
      unit: 'degrees',
      min: 0,
      max: 180,
      default: 90,
      summary: 'By how much of a turn (360 degrees) the movement on the right is ahead of the left.',
    }),
    continuous({
      id: 7,
      name: 'Low Cut',
      unit: 'hz',
      min: 20,
      max: 1000,
      default: 20,
      curve: 'log',
      offAt: 'min',
      summary: 'High-pass of the copies, 12 dB per octave: keeps the bass where it is.',
    }),
    continuous({
      id: 8,
      name: 'High Cut',
      unit: 'hz',
      min: 1000,
      max: 20000,
      default: 20000,
      curve: 'log',
      offAt: 'max',
      summary: 'Low-pass of the copies, 12 dB per octave.',
    }),
    continuous({
      id: 9,
      name: 'Mix',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 0.5,
      summary: 'Level of the copies; the dry signal has the rest.',
    }),
  ],
  presets: [
    { name: 'Classic Two Voices', values: { rate: 0.5, depth: 3, delay: 10, mix: 0.5 } },
    {
      name: 'Wide Ensemble',
      values: { voices: 4, rate: 0.35, depth: 5, delay: 15, spread: 180, low_cut: 120 },
    },
    { name: 'Slow Shimmer', values: { voices: 3, rate: 0.12, depth: 8, delay: 20, spread: 120, mix: 0.4 } },
    {
      name: 'Bass Keeps Still',
      values: { voices: 2, rate: 0.7, depth: 2.5, delay: 8, low_cut: 250, mix: 0.35 },
    },
    { name: 'Vibrato', values: { voices: 1, rate: 5, depth: 1.2, delay: 2, spread: 0, mix: 1 } },
    {
      name: 'Old Pedal',
      values: { voices: 1, rate: 0.8, depth: 4, delay: 6, shape: triangle, high_cut: 6000, spread: 0 },
    },
  ],
  manual: `The output is \`(1 - mix)\` times the input plus \`mix\` times the copies. With n voices each has the level 1/sqrt(n). A copy is late by

    delay + depth (1 + w(t)) / 2

with w a sine or triangle of the rate, from -1 to 1. The second voice is half a turn ahead of the first, the third and the fourth a
quarter and three quarters; the right side is ahead of the left by the spread.

The phase of the movement is counted in whole numbers: after a day it is right to 4.5e-10 of a turn, and it goes on during silence.
Samples are read between frames by a windowed sinc of 16 taps: up to 0.36 of the sample rate (17.3 kHz at 48 kHz) a copy keeps its
level within 0.006 dB wherever it is, and what interpolation adds is below -63 dB of it. No latency.`,
};
