import { choice, continuous, type EffectDeclaration, stereoPorts, toggle } from '../src/declare.js';

const soft = 0;
const tape = 1;
const tube = 2;
const exciter = 3;
const low = 1;
const high = 2;
const tilt = 3;

export const drive: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-drive',
  name: 'omx-drive',
  version: '0.1.0',
  description: 'Soft, tape, tube and exciter saturation of all or a part of the spectrum, without aliases',
  features: ['audio-effect', 'distortion', 'stereo'],
  ports: stereoPorts,
  hasLatency: true,
  params: [
    continuous({
      id: 1,
      name: 'Drive',
      unit: 'db',
      min: 0,
      max: 30,
      default: 9,
      summary: 'Gain into the curve.',
    }),
    choice({
      id: 2,
      name: 'Curve',
      labels: ['Soft', 'Tape', 'Tube', 'Exciter'],
      default: soft,
      summary: 'How loud samples bend; see above.',
    }),
    choice({
      id: 3,
      name: 'Band',
      labels: ['Full', 'Low', 'High', 'Tilt'],
      default: 0,
      summary:
        'What is driven: all, below the split, above it, or all with more of one side than of the other.',
    }),
    continuous({
      id: 4,
      name: 'Split',
      unit: 'hz',
      min: 60,
      max: 12000,
      default: 800,
      curve: 'log',
      summary: 'Where the bands Low and High end and begin, and where Tilt turns.',
    }),
    continuous({
      id: 5,
      name: 'Tilt',
      unit: 'db',
      min: -6,
      max: 6,
      default: 3,
      summary:
        'With the band Tilt: how much more what lies above the split is driven, and less what lies below.',
    }),
    continuous({
      id: 6,
      name: 'Tone',
      unit: 'hz',
      min: 500,
      max: 20000,
      default: 20000,
      curve: 'log',
      offAt: 'max',
      summary: 'Low-pass of what was driven, 12 dB per octave.',
    }),
    continuous({
      id: 7,
      name: 'Mix',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 1,
      summary: 'Level of the driven signal; the dry signal, late by the latency, has the rest.',
    }),
    continuous({
      id: 8,
      name: 'Output',
      unit: 'db',
      min: -24,
      max: 12,
      default: 0,
      summary: 'Level of all.',
    }),
    toggle({
      id: 9,
      name: 'Auto Gain',
      default: 1,
      summary: 'Keeps noise of -18 dBFS at its level, however far it is driven.',
    }),
  ],
  presets: [
    { name: 'Warm Bus', values: { drive: 6, curve: tape } },
    { name: 'Tube Voice', values: { drive: 10, curve: tube, mix: 0.6 } },
    { name: 'Bass Weight', values: { drive: 14, curve: tube, band: low, split: 250, tone: 5000 } },
    { name: 'Air', values: { drive: 12, curve: exciter, band: high, split: 3500, mix: 0.5 } },
    { name: 'Parallel Crunch', values: { drive: 24, curve: soft, mix: 0.35 } },
    { name: 'Dark Grit', values: { drive: 20, curve: soft, band: tilt, split: 700, tilt: -5, tone: 6000 } },
  ],
  manual: `A sample x, after the gain of \`drive\`, becomes y. With S(x) = erf(x sqrt(pi)/2), a curve of slope 1 that ends at -1 and 1:

- Soft: y = S(x).
- Tape: y = S(x)/2 + S(x/2), between a pre-emphasis of 6 dB above 3 kHz and the same de-emphasis: treble saturates first.
- Tube: y = (S(x + 0.4) - S(0.4)) / exp(-0.04 pi), which bends one side sooner than the other: second and third harmonic.
- Exciter: y = S(x) + S(x)^2/2: a second harmonic at any level.

Tube and Exciter have a high-pass at 5 Hz after the curve, since a bent sine has a mean. The bands Low and High are cut out by a
filter of 12 dB per octave, driven, and put back: what is quiet enough not to be bent comes out as it went in.

The curve runs at 16 times the sample rate (8 times above 50 kHz, 4 times above 100 kHz), so the output is late by 83 frames (81
above 100 kHz), in linear phase; hosts make up for it, and the dry part of the mix is late by as much. A sine of 5 kHz at -6 dBFS has
no alias above -90 dB of it with any curve at any drive. What counts is drive, level and tilt together: Soft and Tube stay as clean 6 dB
higher, Tape 2 dB, Exciter 4 dB. At 44.1 kHz the filters take 0.1 dB at 20 kHz.`,
};
