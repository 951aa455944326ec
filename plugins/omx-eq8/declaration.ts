import {
  choice,
  continuous,
  type EffectDeclaration,
  type Parameter,
  stereoPorts,
  toggle,
} from '../src/declare.js';

const slopes = ['12 dB/oct', '24 dB/oct'];
const shapes = ['Bell', 'Low shelf', 'High shelf', 'Notch', 'All-pass'];

/** One octave apart. */
const bandFrequenciesHz = [60, 120, 250, 500, 1000, 2000, 4000, 8000];

/** Band b has the ids 10b to 10b + 4. */
function band(number: number, frequencyHz: number): Parameter[] {
  const group = `Band ${number}`;
  const id = 10 * number;
  const name = (what: string) => `B${number} ${what}`;
  return [
    toggle({ id, name: name('On'), group, default: 1, summary: 'Switches the band.' }),
    choice({
      id: id + 1,
      name: name('Type'),
      group,
      labels: shapes,
      default: 0,
      summary: 'Shape of the band.',
    }),
    continuous({
      id: id + 2,
      name: name('Freq'),
      group,
      unit: 'hz',
      min: 20,
      max: 20000,
      default: frequencyHz,
      curve: 'log',
      summary: 'Centre, or the middle of the shelf.',
    }),
    continuous({
      id: id + 3,
      name: name('Gain'),
      group,
      unit: 'db',
      min: -24,
      max: 24,
      default: 0,
      summary: 'Gain of bell and shelves; a band at 0 dB costs nothing.',
    }),
    continuous({
      id: id + 4,
      name: name('Q'),
      group,
      unit: 'q',
      min: 0.1,
      max: 40,
      default: 0.71,
      curve: 'log',
      summary: 'Frequency over bandwidth; shelves use 0.3 to 1.2.',
    }),
  ];
}

function highShelf(number: number, frequencyHz: number, gainDb: number): Record<string, number> {
  return {
    [`b${number}_type`]: shapes.indexOf('High shelf'),
    [`b${number}_freq`]: frequencyHz,
    [`b${number}_gain`]: gainDb,
  };
}

function notch(number: number, frequencyHz: number): Record<string, number> {
  return {
    [`b${number}_type`]: shapes.indexOf('Notch'),
    [`b${number}_freq`]: frequencyHz,
    [`b${number}_q`]: 20,
  };
}

export const eq8: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-eq8',
  name: 'omx-eq8',
  version: '0.1.0',
  description: 'Eight-band parametric equaliser with high- and low-pass',
  features: ['audio-effect', 'equalizer', 'stereo'],
  ports: stereoPorts,
  params: [
    continuous({
      id: 1,
      name: 'HPF',
      group: 'Filters',
      unit: 'hz',
      min: 10,
      max: 20000,
      default: 10,
      curve: 'log',
      offAt: 'min',
      summary: 'Corner of the high-pass (-3 dB).',
    }),
    choice({
      id: 2,
      name: 'HPF Slope',
      group: 'Filters',
      labels: slopes,
      default: 0,
      summary: 'Its steepness.',
    }),
    continuous({
      id: 3,
      name: 'LPF',
      group: 'Filters',
      unit: 'hz',
      min: 20,
      max: 22000,
      default: 22000,
      curve: 'log',
      offAt: 'max',
      summary: 'Corner of the low-pass (-3 dB).',
    }),
    choice({
      id: 4,
      name: 'LPF Slope',
      group: 'Filters',
      labels: slopes,
      default: 0,
      summary: 'Its steepness.',
    }),
    continuous({
      id: 5,
      name: 'Gain',
      unit: 'db',
      min: -24,
      max: 24,
      default: 0,
      summary: 'Gain after all filters.',
    }),
    ...bandFrequenciesHz.flatMap((frequencyHz, index) => band(index + 1, frequencyHz)),
  ],
  presets: [
    {
      name: 'Vocal Clarity',
      values: {
        hpf: 90,
        hpf_slope: 1,
        b3_gain: -3,
        b3_q: 1,
        b6_freq: 3200,
        b6_gain: 2.5,
        ...highShelf(8, 10000, 2),
      },
    },
    {
      name: 'Kick',
      values: { hpf: 30, b1_gain: 4, b1_q: 1.2, b4_freq: 400, b4_gain: -5, b4_q: 1.2, b7_gain: 3 },
    },
    {
      name: 'Snare',
      values: {
        hpf: 80,
        gain: -2,
        b2_freq: 200,
        b2_gain: 3,
        b2_q: 1,
        b4_gain: -3,
        b4_q: 2,
        b7_freq: 5000,
        b7_gain: 3,
      },
    },
    {
      name: 'Acoustic Guitar',
      values: {
        hpf: 80,
        b2_freq: 180,
        b2_gain: -3,
        b2_q: 1.2,
        b6_freq: 2500,
        b6_gain: 1.5,
        ...highShelf(8, 9000, 2.5),
      },
    },
    {
      name: 'Bass DI',
      values: {
        hpf: 35,
        b1_freq: 80,
        b1_gain: 3,
        b3_gain: -2.5,
        b3_q: 1,
        b5_freq: 800,
        b5_gain: 2.5,
        lpf: 8000,
      },
    },
    { name: 'Air', values: highShelf(8, 12000, 4) },
    {
      name: 'Mains Hum 50 Hz',
      values: { ...notch(1, 50), ...notch(2, 100), ...notch(3, 150), ...notch(4, 250) },
    },
    {
      name: 'Mains Hum 60 Hz',
      values: { ...notch(1, 60), ...notch(2, 120), ...notch(3, 180), ...notch(4, 300) },
    },
    {
      name: 'Telephone',
      values: { hpf: 300, hpf_slope: 1, lpf: 3400, lpf_slope: 1, b5_freq: 1500, b5_gain: 4 },
    },
  ],
  manual: `Filters run in the order high-pass, bands 1 to 8, low-pass, gain. Their magnitude is that of the analogue prototypes within 0.1 dB
up to a third of the sample rate (16 kHz at 48 kHz), without the cramping that a plain digital equaliser shows near the top. High- and
low-pass are Butterworth filters. An all-pass turns the phase by -180 degrees at its frequency and leaves the level alone.

Every change moves all coefficients in a straight line to their new values within 20 ms: no zipper noise, and stable at any speed. A
band that is off or flat costs no time. There is no latency.`,
};
