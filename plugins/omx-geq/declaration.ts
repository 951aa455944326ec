import { continuous, type EffectDeclaration, type Parameter, stereoPorts } from '../src/declare.js';

/** The nominal frequencies of ISO 266 in thirds of an octave, in Hz. */
const nominalHz = [
  20, 25, 31.5, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000,
  2500, 3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000, 20000,
];

function hertz(frequencyHz: number): string {
  return frequencyHz < 1000 ? `${frequencyHz} Hz` : `${frequencyHz / 1000} kHz`;
}

function group(frequencyHz: number): string {
  if (frequencyHz < 200) return 'Low';
  return frequencyHz < 2500 ? 'Middle' : 'High';
}

/** Symbols have no dots: 31.5 Hz is `band_31`. */
function symbolOfBand(frequencyHz: number): string {
  return `band_${Math.floor(frequencyHz)}`;
}

function band(frequencyHz: number, index: number): Parameter {
  return continuous({
    id: 10 + index,
    name: `Band ${Math.floor(frequencyHz)}`,
    group: group(frequencyHz),
    unit: 'db',
    min: -15,
    max: 15,
    default: 0,
    summary: `Gain at ${hertz(frequencyHz)}.`,
  });
}

/** Gains along the bands from points of frequency and gain, in straight lines over a logarithmic axis. */
function along(points: readonly (readonly [number, number])[]): Record<string, number> {
  const gainAt = (hz: number) => {
    const next = points.findIndex(([pointHz]) => pointHz >= hz);
    const [toHz, toDb] = points[next === -1 ? points.length - 1 : next] ?? [0, 0];
    const [fromHz, fromDb] = points[Math.max(next - 1, 0)] ?? [0, 0];
    if (next <= 0) return toDb;
    return fromDb + ((toDb - fromDb) * Math.log(hz / fromHz)) / Math.log(toHz / fromHz);
  };
  return Object.fromEntries(
    nominalHz.map((hz) => [symbolOfBand(hz), Math.round(2 * gainAt(hz)) / 2]).filter(([, db]) => db !== 0),
  );
}

export const geq: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-geq',
  name: 'omx-geq',
  version: '0.1.0',
  description: 'Graphic equaliser with 31 bands, a third of an octave each',
  features: ['audio-effect', 'equalizer', 'stereo'],
  ports: stereoPorts,
  params: [
    continuous({
      id: 1,
      name: 'Gain',
      unit: 'db',
      min: -24,
      max: 24,
      default: 0,
      summary: 'Gain after all bands.',
    }),
    ...nominalHz.map(band),
  ],
  presets: [
    {
      name: 'Loudness',
      values: {
        gain: -3,
        ...along([
          [20, 7],
          [63, 6],
          [250, 0],
          [4000, 0],
          [10000, 3],
          [20000, 4],
        ]),
      },
    },
    {
      name: 'Smile',
      values: {
        gain: -3,
        ...along([
          [20, 6],
          [80, 5],
          [800, -3],
          [1250, -3],
          [8000, 5],
          [20000, 6],
        ]),
      },
    },
    {
      name: 'Vocal Presence',
      values: along([
        [20, -15],
        [63, -9],
        [125, -1],
        [200, 0],
        [315, -2.5],
        [800, 0],
        [2500, 2.5],
        [4000, 3.5],
        [6300, 0],
        [12500, 2],
        [20000, 2],
      ]),
    },
    {
      name: 'Rumble Cut',
      values: along([
        [20, -15],
        [31.5, -15],
        [50, -6],
        [80, 0],
      ]),
    },
    {
      name: 'Cinema X Curve',
      values: along([
        [2000, 0],
        [10000, -7],
        [20000, -12],
      ]),
    },
    {
      name: 'Telephone',
      values: along([
        [20, -15],
        [200, -15],
        [400, 0],
        [2500, 1],
        [3150, 0],
        [5000, -15],
        [20000, -15],
      ]),
    },
  ],
  manual: `Each band is a bell with the magnitude of its analogue prototype. Neighbouring bells overlap, so their gains are not the set ones:
they are solved for such that all bells together meet the set gains at the bands, and the straight line between two at the point half-way.
A flat setting is flat within 0.5 dB from 20 Hz to 20 kHz; at any setting the bands meet their gains within a decibel or so, except where
neighbours differ by more than 20 dB.

A change of one gain moves the bells around it, all in straight lines within 20 ms. An equaliser with all bands at 0 dB passes every bit
and costs next to nothing. The lowest bands run in double precision. A band that the sample rate has no room for (above 0.46 of it) does
nothing. There is no latency.`,
};
