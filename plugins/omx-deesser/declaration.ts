import { choice, continuous, type EffectDeclaration, meter, stereoPorts, toggle } from '../src/declare.js';

export const deesser: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-deesser',
  name: 'omx-deesser',
  version: '0.1.0',
  description: 'De-esser that reduces the whole signal or the sibilant band alone',
  features: ['audio-effect', 'de-esser', 'stereo'],
  ports: stereoPorts,
  params: [
    continuous({
      id: 1,
      name: 'Threshold',
      unit: 'db',
      min: -60,
      max: 0,
      default: -30,
      summary: 'Peak level in the band from which on it is reduced.',
    }),
    continuous({
      id: 2,
      name: 'Range',
      unit: 'db',
      min: 0,
      max: 24,
      default: 8,
      summary: 'The largest reduction.',
    }),
    continuous({
      id: 3,
      name: 'Freq',
      group: 'Band',
      unit: 'hz',
      min: 2000,
      max: 16000,
      default: 6500,
      curve: 'log',
      summary: 'Centre of the band that is listened to, and reduced.',
    }),
    continuous({
      id: 4,
      name: 'Width',
      group: 'Band',
      unit: 'octaves',
      min: 0.25,
      max: 3,
      default: 1.25,
      step: 0.05,
      summary: 'Width of the band between its -3 dB points.',
    }),
    choice({
      id: 5,
      name: 'Mode',
      group: 'Band',
      labels: ['Wide', 'Split'],
      default: 1,
      summary: 'Reduces the whole signal, or the band alone.',
    }),
    toggle({
      id: 6,
      name: 'Listen',
      group: 'Band',
      default: 0,
      summary: 'Plays the band as it comes in.',
    }),
    continuous({
      id: 7,
      name: 'Attack',
      group: 'Timing',
      unit: 'ms',
      min: 0.05,
      max: 20,
      default: 1,
      curve: 'log',
      smoothingMs: 0,
      summary: 'Time in which the reduction makes 63 % of its way up.',
    }),
    continuous({
      id: 8,
      name: 'Release',
      group: 'Timing',
      unit: 'ms',
      min: 10,
      max: 500,
      default: 50,
      curve: 'log',
      smoothingMs: 0,
      summary: 'Time in which the reduction makes 63 % of its way down.',
    }),
  ],
  meters: [
    meter({
      name: 'Reduction',
      unit: 'db',
      min: -24,
      max: 0,
      isGainReduction: true,
      summary: 'Gain that is applied, to the signal or to the band.',
    }),
  ],
  presets: [
    { name: 'Female Vocal', values: { threshold: -32, range: 8, freq: 7500, width: 1.2 } },
    { name: 'Male Vocal', values: { threshold: -30, range: 8, freq: 5500, width: 1.2 } },
    {
      name: 'Broadcast Voice',
      values: { threshold: -34, range: 10, freq: 6000, width: 1.8, mode: 0, attack: 0.5, release: 40 },
    },
    {
      name: 'Gentle Bus',
      values: { threshold: -28, range: 4, freq: 8000, width: 2, attack: 2, release: 80 },
    },
    {
      name: 'Cymbals',
      values: { threshold: -26, range: 6, freq: 9500, width: 1.5, attack: 3, release: 120 },
    },
    { name: 'Whistle Tamer', values: { threshold: -40, range: 15, freq: 4200, width: 0.4 } },
  ],
  manual: `The band is a band-pass; the level is the peak level of what passes it twice, so that vowels count little. Above the threshold, with a
knee of 6 dB, the reduction is 3 dB for 4 dB of level, up to the range; both sides get the same. In the mode Wide it is the gain of the
whole signal; in the mode Split the band is taken away by as much, which is a bell whose gain moves. Below the threshold every bit
passes, in both modes.

Attack and release are time constants of an exponential in decibels, as in omx-comp. There is no latency.`,
};
