import { choice, continuous, type EffectDeclaration, stereoPorts, toggle } from '../src/declare.js';

const triangle = 1;
const inverted = 1;

export const flanger: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-flanger',
  name: 'omx-flanger',
  version: '0.1.0',
  description: 'Flanger of up to four voices with feedback of either sign, also through zero',
  features: ['audio-effect', 'flanger', 'stereo'],
  ports: stereoPorts,
  params: [
    continuous({
      id: 1,
      name: 'Voices',
      unit: 'count',
      min: 1,
      max: 4,
      default: 1,
      step: 1,
      summary: 'Moving copies of each side, whose mean is heard.',
    }),
    continuous({
      id: 2,
      name: 'Rate',
      unit: 'hz',
      min: 0.01,
      max: 10,
      default: 0.25,
      curve: 'log',
      summary: 'How often the copy moves to and fro in a second.',
    }),
    continuous({
      id: 3,
      name: 'Depth',
      unit: 'ms',
      min: 0,
      max: 10,
      default: 3,
      smoothingMs: 50,
      summary: 'How far the copy moves: from the delay to the delay plus this.',
    }),
    continuous({
      id: 4,
      name: 'Delay',
      unit: 'ms',
      min: 0.2,
      max: 10,
      default: 0.4,
      curve: 'log',
      smoothingMs: 50,
      summary: 'The shortest time by which the copy is late.',
    }),
    continuous({
      id: 5,
      name: 'Feedback',
      unit: 'percent',
      min: -0.95,
      max: 0.95,
      default: 0.4,
      summary: 'Part of the copy that goes into the delay again, with its sign.',
    }),
    choice({
      id: 6,
      name: 'Shape',
      labels: ['Sine', 'Triangle'],
      default: 0,
      summary: 'How the copy moves.',
    }),
    continuous({
      id: 7,
      name: 'Spread',
      unit: 'degrees',
      min: 0,
      max: 180,
      default: 30,
      summary: 'By how much of a turn (360 degrees) the movement on the right is ahead of the left.',
    }),
    choice({
      id: 8,
      name: 'Polarity',
      labels: ['Normal', 'Inverted'],
      default: 0,
      summary: 'Sign of the copy where it meets the dry signal.',
    }),
    toggle({
      id: 9,
      name: 'Through Zero',
      default: 0,
      summary: 'Makes the dry signal late by the middle of the movement, so that the copy overtakes it.',
    }),
    continuous({
      id: 10,
      name: 'Mix',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 0.5,
      summary: 'Level of the copy; the dry signal has the rest. Notches are deepest at one half.',
    }),
  ],
  presets: [
    { name: 'Slow Jet', values: { rate: 0.08, depth: 4, delay: 0.3, feedback: 0.5, mix: 0.4 } },
    { name: 'Hollow', values: { rate: 0.2, depth: 3, delay: 0.5, feedback: -0.6, polarity: inverted } },
    { name: 'Tape Through Zero', values: { rate: 0.1, depth: 2, delay: 0.2, feedback: 0, through_zero: 1 } },
    {
      name: 'Wide Four',
      values: { voices: 4, rate: 0.15, depth: 5, delay: 1, feedback: 0.3, spread: 180, mix: 0.4 },
    },
    { name: 'Metal Comb', values: { rate: 0.02, depth: 0.8, delay: 1.2, feedback: 0.92, mix: 0.4 } },
    {
      name: 'Pedal',
      values: { rate: 0.5, depth: 2.5, delay: 0.6, feedback: 0.5, shape: triangle, spread: 0 },
    },
  ],
  manual: `The output is \`(1 - mix)\` times the dry signal plus \`mix\` times the copy, which is late by

    delay + depth (1 + w(t)) / 2

with w a sine or triangle of the rate, from -1 to 1. With \`depth\` 0 and \`mix\` 0.5 the copy, late by T, makes notches at 1/(2T), 3/(2T),
5/(2T)...; inverted, at 0, 1/T, 2/T... \`feedback\` f sharpens the peaks between them: at a frequency F the copy has the gain
1/(1 - f exp(-2 pi i T F)). Several voices are half, a quarter and three quarters of a turn ahead of the first, and their mean is
heard and fed back. The right side is ahead of the left by the spread.

Through zero, the dry signal is late by delay + depth/2: twice in each turn copy and dry meet, and inverted they cancel. This is
part of the sound and not reported as latency; there is none otherwise.

The phase is counted in whole numbers (right to 4.5e-10 of a turn after a day). Samples are read between frames by a windowed sinc
of 16 taps: up to 0.36 of the sample rate (17.3 kHz at 48 kHz) the copy keeps its level within 0.006 dB. It reaches eight frames to
both sides, so the copy is late by 8 frames at least (0.18 ms at 44.1 kHz).`,
};
