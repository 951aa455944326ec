import { type EffectCase, factor } from '../effect-case.js';
import { calf, caps, lsp, mda, swh, x42, zam } from './places.js';

/** 4:1 above -30 dB with 10 and 100 ms: about 11 dB of reduction of the noise. */
export const comp: EffectCase = {
  name: 'comp',
  effect: 'omx-comp',
  settings: { threshold: -30, ratio: 4, knee: 6, attack: 10, release: 100 },
  twinTimes: 2.5,
  others: [
    {
      name: 'ZamCompX2',
      load: zam('ZamCompX2'),
      settings: { thr: -30, rat: 4, kn: 6, att: 10, rel: 100, stereodet: 1 },
    },
    {
      name: 'x42 comp',
      load: x42('darc#stereo'),
      settings: { threshold: -30, Ratio: 0.75, attack: 0.01, release: 0.1 },
    },
    {
      name: 'Calf Compressor',
      load: calf('Compressor'),
      settings: {
        threshold: factor(-30),
        ratio: 4,
        knee: factor(6),
        attack: 10,
        release: 100,
        detection: 1,
        stereo_link: 1,
      },
    },
    {
      name: 'LSP Compressor',
      load: lsp('compressor_stereo'),
      settings: { al: factor(-30), cr: 4, kn: factor(-6), at: 10, rt: 100, scm: 0, scs: 5, pause: 1 },
    },
    {
      name: 'caps CompressX2',
      load: caps('CompressX2'),
      settings: { 0: 0, 1: 0, 2: 0.2, 3: 0.75, 4: 0.1, 5: 0.1, 6: 0 },
    },
    {
      name: 'swh Dyson compressor',
      load: swh('dysonCompress'),
      settings: { peak_limit: -6, release_time: 0.1, crate: 0.75 },
    },
  ],
};

/** Split at 6 kHz, the threshold below what the noise has there. */
export const deesser: EffectCase = {
  name: 'deesser',
  effect: 'omx-deesser',
  settings: { threshold: -36, range: 12, freq: 6000, mode: 1 },
  others: [
    {
      name: 'Calf Deesser',
      load: calf('Deesser'),
      settings: { threshold: factor(-30), ratio: 4, mode: 1, detection: 1, f1_freq: 6000, f2_freq: 6000 },
    },
    {
      name: 'mda DeEss',
      load: mda('DeEss'),
      settings: { thresh: 0.3, freq: 0.6 },
      apart: 'mono: the sum of both sides comes out on either',
    },
  ],
};
