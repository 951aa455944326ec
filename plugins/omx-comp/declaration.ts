import {
  choice,
  continuous,
  type EffectDeclaration,
  meter,
  type Parameter,
  stereoWithSideChain,
  toggle,
} from '../src/declare.js';

const curve: Parameter[] = [
  continuous({
    id: 1,
    name: 'Threshold',
    group: 'Curve',
    unit: 'db',
    min: -60,
    max: 0,
    default: -18,
    summary: 'Level from which on the gain is reduced; the middle of the knee.',
  }),
  continuous({
    id: 2,
    name: 'Ratio',
    group: 'Curve',
    unit: 'ratio',
    min: 1,
    max: 20,
    default: 4,
    curve: 'log',
    offAt: 'max',
    summary: 'Decibels of input per decibel of output above the threshold; at the top a limiter.',
  }),
  continuous({
    id: 3,
    name: 'Knee',
    group: 'Curve',
    unit: 'db',
    min: 0,
    max: 30,
    default: 6,
    summary: 'Width of the bend around the threshold.',
  }),
];

const timing: Parameter[] = [
  continuous({
    id: 4,
    name: 'Attack',
    group: 'Timing',
    unit: 'ms',
    min: 0.05,
    max: 250,
    default: 10,
    curve: 'log',
    smoothingMs: 0,
    summary: 'Time in which the reduction makes 63 % of its way up.',
  }),
  continuous({
    id: 5,
    name: 'Release',
    group: 'Timing',
    unit: 'ms',
    min: 5,
    max: 3000,
    default: 120,
    curve: 'log',
    smoothingMs: 0,
    summary: 'Time in which the reduction makes 63 % of its way down.',
  }),
  choice({
    id: 6,
    name: 'Detector',
    group: 'Timing',
    labels: ['Peak', 'RMS'],
    default: 0,
    smoothingMs: 0,
    summary: 'What counts as level: the peaks, or the mean power of 10 ms.',
  }),
];

const output: Parameter[] = [
  continuous({
    id: 7,
    name: 'Makeup',
    group: 'Output',
    unit: 'db',
    min: -24,
    max: 24,
    default: 0,
    summary: 'Gain after the reduction.',
  }),
  toggle({
    id: 8,
    name: 'Auto Makeup',
    group: 'Output',
    default: 0,
    summary: 'Adds half of what the curve takes from full scale.',
  }),
  continuous({
    id: 9,
    name: 'Mix',
    group: 'Output',
    unit: 'percent',
    min: 0,
    max: 1,
    default: 1,
    summary: 'Share of the compressed signal; the dry signal has the rest.',
  }),
];

const key: Parameter[] = [
  continuous({
    id: 10,
    name: 'Link',
    group: 'Key',
    unit: 'percent',
    min: 0,
    max: 1,
    default: 1,
    summary: "How far each side follows the other's larger reduction.",
  }),
  choice({
    id: 11,
    name: 'Key',
    group: 'Key',
    labels: ['Input', 'Side chain'],
    default: 0,
    smoothingMs: 0,
    summary: 'Which signal the level is taken from.',
  }),
  continuous({
    id: 12,
    name: 'Key HPF',
    group: 'Key',
    unit: 'hz',
    min: 20,
    max: 2000,
    default: 20,
    curve: 'log',
    offAt: 'min',
    summary: 'High-pass in front of the level, 12 dB per octave.',
  }),
];

export const comp: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-comp',
  name: 'omx-comp',
  version: '0.1.0',
  description: 'Compressor and limiter with a soft knee and a side chain',
  features: ['audio-effect', 'compressor', 'stereo'],
  ports: stereoWithSideChain,
  params: [...curve, ...timing, ...output, ...key],
  meters: [
    meter({
      name: 'Reduction',
      unit: 'db',
      min: -60,
      max: 0,
      isGainReduction: true,
      summary: 'Gain that the compressor applies, without make-up.',
    }),
  ],
  presets: [
    {
      name: 'Vocal',
      values: { threshold: -20, ratio: 3, knee: 8, attack: 5, release: 90, makeup: 4, key_hpf: 90 },
    },
    {
      name: 'Drum Punch',
      values: { threshold: -16, ratio: 4, knee: 3, attack: 25, release: 110, makeup: 3 },
    },
    {
      name: 'Bass',
      values: { threshold: -22, ratio: 4, knee: 6, attack: 15, release: 180, makeup: 2, detector: 1 },
    },
    {
      name: 'Bus Glue',
      values: { threshold: -14, ratio: 2, knee: 10, attack: 30, release: 250, detector: 1, key_hpf: 100 },
    },
    {
      name: 'Parallel Crush',
      values: { threshold: -36, ratio: 10, knee: 3, attack: 1, release: 60, makeup: 12, mix: 0.35 },
    },
    {
      name: 'Peak Limiter',
      values: { threshold: -3, ratio: 20, knee: 0, attack: 0.05, release: 60 },
    },
    {
      name: 'Ducking',
      values: { threshold: -36, ratio: 6, knee: 6, attack: 8, release: 350, detector: 1, key: 1 },
    },
  ],
  manual: `The level is taken from the key: the input or the side chain, through the high-pass. It becomes a reduction in decibels by the static
curve with a quadratic knee, and the reduction is smoothed. Both time constants are those of an exponential in decibels: after a step of
the level, 63 % of the change has been made after the attack, or the release. Peaks count for up to 10 ms, or a quarter of the release if
that is shorter; the release includes this time. So a steady tone is reduced by just what the curve says, and low notes are not distorted
by a gain that follows their wave. With the RMS detector the time constants begin to count once the mean, of 10 ms, has followed.

A full-scale sine has a peak level of 0 dB and an RMS level of -3 dB. There is no latency: the shortest attack lets the first
instants of a peak pass.`,
};
