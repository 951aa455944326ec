import { choice, continuous, type EffectDeclaration, stereoPorts } from '../src/declare.js';

/** From the shortest to the longest of each length: triplet, plain, dotted. */
const noteValues = ['1/16', '1/8', '1/4', '1/2', '1/1'].flatMap((note) => [`${note}T`, note, `${note}D`]);

export const delay: EffectDeclaration = {
  id: 'org.plugin-hostd.omx-delay',
  name: 'omx-delay',
  version: '0.1.0',
  description: 'Stereo and ping-pong delay to 2 s with a tone filter in the feedback',
  features: ['audio-effect', 'delay', 'stereo'],
  ports: stereoPorts,
  usesTempo: true,
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
    choice({
      id: 7,
      name: 'Change',
      labels: ['Fade', 'Glide'],
      default: 0,
      summary: 'How a new time is reached: by a fade without change of pitch, or as on a tape.',
    }),
    choice({
      id: 8,
      name: 'Sync',
      labels: ['Off', ...noteValues],
      default: 0,
      summary: "Takes the time from the host's tempo: a note value, dotted (D) or as a triplet (T).",
    }),
  ],
  presets: [
    { name: 'Slapback', values: { time: 110, feedback: 0.1, mix: 0.3, tone: 4500 } },
    {
      name: 'Ping-Pong Dotted Eighth',
      values: { sync: noteValues.indexOf('1/8D') + 1, mode: 1, feedback: 0.45, mix: 0.3 },
    },
    { name: 'Tape Echo', values: { time: 380, feedback: 0.5, tone: 2500, change: 1, mix: 0.3 } },
    {
      name: 'Quarter Notes',
      values: { sync: noteValues.indexOf('1/4') + 1, feedback: 0.35, tone: 5000, mix: 0.25 },
    },
    { name: 'Doubler', values: { time: 18, feedback: 0, offset: 12, tone: 20000, mix: 0.5 } },
    {
      name: 'Endless Dub',
      values: {
        sync: noteValues.indexOf('1/4D') + 1,
        feedback: 0.9,
        tone: 1500,
        mode: 1,
        change: 1,
        mix: 0.35,
      },
    },
  ],
  manual: `The output is \`(1 - mix)\` times the input plus \`mix\` times the echoes. With the tone filter off, echo number k comes after
k times the time, exactly on a sample, at \`mix * feedback^(k-1)\` of the input; no echo changes pitch or loses treble. With the filter
on, echo k has gone through a one-pole low-pass k times.

In ping-pong mode the sum of both channels (half of each) enters on the left; echoes then alternate left, right, left.

With Change on Fade, a new time or offset fades from the old echoes to the new ones in 30 ms, without a change of pitch. On Glide
the echoes move to the new place as the head of a tape machine would: within about 0.2 s for a small change, and never faster
than half a second per second, which bends the pitch by an octave down or a fifth up at most. Moving echoes are interpolated with
sixteen taps; at rest they are exact samples again.

With Sync on a note value and a tempo from the host, the time is that of the note; above 2 s it is halved until it fits. Without a
tempo the time dial holds.`,
};
