import { choice, continuous, type EffectDeclaration, stereoPorts } from '../src/declare.js';

export const delay: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-delay',
  name: 'omx-delay',
  version: '0.1.0',
  description: 'Stereo and ping-pong delay to 2 s with a tone filter in the feedback',
  features: ['audio-effect', 'delay', 'stereo'],
  ports: stereoPorts,
  params: [
    continuous({
      id: 1,
      name: 'Time',
      unit: 'ms',
      min: 1,
      max: 2000,
      default: 350,
      curve: 'log',
      smoothingMs: 30,
      summary: 'Time between echoes, rounded to a whole number of samples.',
    }),
    continuous({
      id: 2,
      name: 'Feedback',
      unit: 'percent',
      min: 0,
      max: 0.95,
      default: 0.35,
      summary: 'Level of each echo against the one before.',
    }),
    continuous({
      id: 3,
      name: 'Mix',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 0.3,
      summary: 'Level of the echoes; the dry signal has the rest.',
    }),
    continuous({
      id: 4,
      name: 'Tone',
      unit: 'hz',
      min: 200,
      max: 20000,
      default: 6000,
      curve: 'log',
      offAt: 'max',
      summary: 'Low-pass that an echo goes through each time round, 6 dB per octave.',
    }),
    choice({
      id: 5,
      name: 'Mode',
      labels: ['Stereo', 'Ping-pong'],
      default: 0,
      summary: 'Two separate channels, or echoes that alternate between left and right.',
    }),
    continuous({
      id: 6,
      name: 'Offset',
      unit: 'ms',
      min: -100,
      max: 100,
      default: 0,
      smoothingMs: 30,
      summary: 'Makes the right channel later (above 0) or the left one (below 0).',
    }),
  ],
  manual: `The output is \`(1 - mix)\` times the input plus \`mix\` times the echoes. With the tone filter off, echo number k comes after
k times the time, exactly on a sample, at \`mix * feedback^(k-1)\` of the input; no echo changes pitch or loses treble. With the filter
on, echo k has gone through a one-pole low-pass k times.

In ping-pong mode the sum of both channels (half of each) enters on the left; echoes then alternate left, right, left.

A change of time or offset fades from the old echoes to the new ones in 30 ms, without a change of pitch.`,
};
