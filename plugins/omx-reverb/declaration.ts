import { choice, continuous, type EffectDeclaration, stereoPorts } from '../src/declare.js';

export const reverb: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-reverb',
  name: 'omx-reverb',
  version: '0.1.0',
  description: 'Room, chamber, plate and hall from a feedback delay network of sixteen lines',
  features: ['audio-effect', 'reverb', 'stereo'],
  ports: stereoPorts,
  params: [
    choice({
      id: 1,
      name: 'Type',
      labels: ['Room', 'Chamber', 'Plate', 'Hall'],
      default: 0,
      smoothingMs: 60,
      summary: 'The kind of space: lengths of its lines and pattern of its early reflections.',
    }),
    continuous({
      id: 2,
      name: 'Predelay',
      unit: 'ms',
      min: 0,
      max: 200,
      default: 10,
      smoothingMs: 60,
      summary: 'Time until the reverb begins, rounded to a whole number of samples.',
    }),
    continuous({
      id: 3,
      name: 'Size',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 0.5,
      smoothingMs: 60,
      summary: 'From half to twice the lengths of the type.',
    }),
    continuous({
      id: 4,
      name: 'Decay',
      unit: 's',
      min: 0.4,
      max: 20,
      default: 1.5,
      curve: 'log',
      smoothingMs: 30,
      summary: 'Time in which the tail falls by 60 dB at 1 kHz.',
    }),
    continuous({
      id: 5,
      name: 'Damping',
      unit: 'hz',
      min: 2000,
      max: 20000,
      default: 6000,
      curve: 'log',
      offAt: 'max',
      smoothingMs: 30,
      summary: 'The frequency at which the decay takes half as long as at 1 kHz.',
    }),
    continuous({
      id: 6,
      name: 'Early',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 0.5,
      summary: 'Level of the early reflections; a plate has none.',
    }),
    continuous({
      id: 7,
      name: 'Motion',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 0.5,
      summary: 'How fast the paths of the tail change: 0 % is a space in which nothing moves.',
    }),
    continuous({
      id: 8,
      name: 'Width',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 1,
      summary: 'From the same reverb on both sides to two independent ones, at the same energy.',
    }),
    continuous({
      id: 9,
      name: 'Low Cut',
      unit: 'hz',
      min: 20,
      max: 1000,
      default: 80,
      curve: 'log',
      offAt: 'min',
      summary: 'High-pass of the reverb, 12 dB per octave.',
    }),
    continuous({
      id: 10,
      name: 'High Cut',
      unit: 'hz',
      min: 1000,
      max: 20000,
      default: 12000,
      curve: 'log',
      offAt: 'max',
      summary: 'Low-pass of the reverb, 12 dB per octave.',
    }),
    continuous({
      id: 11,
      name: 'Mix',
      unit: 'percent',
      min: 0,
      max: 1,
      default: 0.25,
      summary: 'Level of the reverb; the dry signal has the rest.',
    }),
  ],
  presets: [
    {
      name: 'Vocal Plate',
      values: { type: 2, predelay: 25, size: 0.5, decay: 1.6, damping: 7000, low_cut: 150 },
    },
    { name: 'Drum Room', values: { type: 0, predelay: 0, size: 0.4, decay: 0.6, damping: 8000, early: 0.8 } },
    { name: 'Tight Ambience', values: { type: 0, predelay: 2, size: 0.1, decay: 0.4, early: 1, mix: 0.2 } },
    {
      name: 'Guitar Chamber',
      values: { type: 1, predelay: 12, size: 0.5, decay: 1.2, damping: 4500, low_cut: 120 },
    },
    {
      name: 'Concert Hall',
      values: { type: 3, predelay: 20, size: 0.6, decay: 2.4, damping: 4000, mix: 0.3 },
    },
    {
      name: 'Cathedral',
      values: { type: 3, predelay: 40, size: 1, decay: 6, damping: 3000, early: 0.3, mix: 0.35 },
    },
    {
      name: 'Piano Hall',
      values: { type: 3, predelay: 15, size: 0.5, decay: 1.9, damping: 5000, motion: 0.1 },
    },
    {
      name: 'Endless Pad',
      values: { type: 2, size: 1, decay: 20, damping: 9000, motion: 0.8, low_cut: 200, mix: 0.5 },
    },
  ],
  manual: `The output is \`(1 - mix)\` times the input plus \`mix\` times the reverb. The input goes through four all-passes per
channel, waits for the predelay, and feeds eight early reflections per side and sixteen delay lines whose ends are mixed into
their beginnings by an orthogonal matrix. A filter in each line takes away what the decay asks for, so that all lines fall alike: the
tail falls by 60 dB in the decay time at 1 kHz, and twice as fast at the damping frequency. Its energy stays the same when
decay or size change.

The lines are 12 to 38 ms long in a room, 16 to 44 ms in a chamber, 14 to 48 ms on a plate and 24 to 64 ms in a hall, times a half to
two by size. Motion turns pairs of lines slowly into each other, which keeps single tones from ringing on without a change of
pitch. At half size the tail is as dense as noise within 120 ms of a click (echo density after Abel and Huang).

A change of type, size or predelay fades from the old lengths to the new ones in 60 ms; the tail plays on.`,
};
