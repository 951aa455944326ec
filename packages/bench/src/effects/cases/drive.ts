import { type EffectCase, factor } from '../effect-case.js';
import { calf, caps, mda, swh, zam } from './places.js';

const aliases = 'bends at the plain sample rate: it aliases';

/** 12 dB into a soft curve. */
export const drive: EffectCase = {
  name: 'drive',
  effect: 'omx-drive',
  settings: { drive: 12 },
  others: [
    { name: 'caps Saturate (8 times oversampled)', load: caps('Saturate'), settings: { 0: 2, 1: 12, 2: 0 } },
    { name: 'ZamTube', load: zam('ZamTube'), settings: { tubedrive: 5 } },
    {
      name: 'Calf Saturator',
      load: calf('Saturator'),
      settings: { drive: 5, blend: 10, level_in: factor(12), level_out: factor(-12) },
      apart: aliases,
    },
    { name: 'Calf Tape Simulator', load: calf('TapeSimulator'), settings: { noise: 0 }, apart: aliases },
    { name: 'mda Overdrive', load: mda('Overdrive'), settings: { drive: 0.5 }, apart: aliases },
    { name: 'swh Valve saturation', load: swh('valve'), settings: { q_p: 0.3, dist_p: 0.5 }, apart: aliases },
    { name: 'ZamAutoSat', load: zam('ZamAutoSat'), settings: {}, apart: aliases },
  ],
};
