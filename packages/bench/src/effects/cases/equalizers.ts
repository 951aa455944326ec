import { type EffectCase, factor, numbered, type Settings } from '../effect-case.js';
import { calf, caps, lsp, x42, zam } from './places.js';

const bells = [
  { hz: 250, db: -4, q: 1 },
  { hz: 700, db: 3, q: 1 },
  { hz: 2000, db: -3, q: 1 },
  { hz: 5000, db: 4, q: 1 },
];

/** Eight sections: high-pass, low shelf, four bells, high shelf, low-pass; 12 dB per octave. */
export const eq8: EffectCase = {
  name: 'eq8, 8 sections',
  effect: 'omx-eq8',
  settings: {
    hpf: 30,
    lpf: 18000,
    b1_type: 1,
    b1_freq: 100,
    b1_gain: 3,
    ...numbered(4, (i) => ({
      [`b${i + 2}_freq`]: bells[i]!.hz,
      [`b${i + 2}_gain`]: bells[i]!.db,
      [`b${i + 2}_q`]: bells[i]!.q,
    })),
    b6_type: 2,
    b6_freq: 8000,
    b6_gain: -3,
  },
  twinTimes: 2.5,
  others: [
    {
      name: 'x42 EQ (fil4)',
      load: x42('fil4#stereo'),
      settings: {
        HighPass: 1,
        HPfreq: 30,
        LowPass: 1,
        LPfreq: 18000,
        LSfreq: 100,
        LSgain: 3,
        HSfreq: 8000,
        HSgain: -3,
        ...numbered(4, (i) => ({ [`freq${i + 1}`]: bells[i]!.hz, [`gain${i + 1}`]: bells[i]!.db })),
      },
    },
    {
      name: 'Calf Equalizer 8 Band',
      load: calf('Equalizer8Band'),
      settings: {
        hp_active: 1,
        hp_mode: 0,
        lp_active: 1,
        lp_mode: 0,
        ls_active: 1,
        ls_level: factor(3),
        hs_active: 1,
        hs_freq: 8000,
        hs_level: factor(-3),
        individuals: 0,
        ...numbered(4, (i) => ({
          [`p${i + 1}_active`]: 1,
          [`p${i + 1}_freq`]: bells[i]!.hz,
          [`p${i + 1}_level`]: factor(bells[i]!.db),
        })),
      },
    },
    {
      name: 'LSP Parametric Equalizer x16',
      load: lsp('para_equalizer_x16_stereo'),
      settings: {
        ...{ ft_0: 2, f_0: 30, q_0: 0.7, s_0: 1 },
        ...{ ft_1: 5, f_1: 100, g_1: factor(3), q_1: 0.7 },
        ...numbered(4, (i) => ({
          [`ft_${i + 2}`]: 1,
          [`f_${i + 2}`]: bells[i]!.hz,
          [`g_${i + 2}`]: factor(bells[i]!.db),
          [`q_${i + 2}`]: bells[i]!.q,
        })),
        ...{ ft_6: 3, f_6: 8000, g_6: factor(-3), q_6: 0.7 },
        ...{ ft_7: 4, f_7: 18000, q_7: 0.7, s_7: 1 },
      },
    },
    {
      name: 'caps Eq10X2',
      load: caps('Eq10X2'),
      settings: numbered(10, (i) => ({ [i]: i % 2 === 0 ? 4 : -4 })),
    },
  ],
};

/** Four sections, for plugins that have no more: two shelves, two bells. */
export const eq8Small: EffectCase = {
  name: 'eq8, 4 sections',
  effect: 'omx-eq8',
  settings: {
    ...{ b1_type: 1, b1_freq: 100, b1_gain: 3 },
    ...{ b2_freq: 700, b2_gain: -4, b2_q: 1 },
    ...{ b3_freq: 3000, b3_gain: 4, b3_q: 1 },
    ...{ b4_type: 2, b4_freq: 8000, b4_gain: -3 },
  },
  others: [
    {
      name: 'ZamEQ2',
      load: zam('ZamEQ2'),
      settings: { boost1: -4, f1: 700, boost2: 4, f2: 3000, boostl: 3, fl: 100, boosth: -3, fh: 8000 },
    },
    {
      name: 'caps EqFA4p',
      load: caps('EqFA4p'),
      settings: {
        ...{ 0: 1, 1: 100, 2: 1, 3: 3 },
        ...{ 4: 1, 5: 700, 6: 1, 7: -4 },
        ...{ 8: 1, 9: 3000, 10: 1, 11: 4 },
        ...{ 12: 1, 13: 8000, 14: 1, 15: -3 },
      },
    },
  ],
};

/** Every band on, up and down in turn, so that none can be left out. */
function zigzag(count: number, name: (index: number) => string, up: number, down: number): Settings {
  return numbered(count, (i) => ({ [name(i)]: i % 2 === 0 ? up : down }));
}

/** The bands of ours by their names: ISO third octaves. */
const thirdOctavesHz = [
  ...[20, 25, 31, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800],
  ...[1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000, 20000],
];

export const geq: EffectCase = {
  name: 'geq, 31 bands',
  effect: 'omx-geq',
  settings: zigzag(31, (i) => `band_${thirdOctavesHz[i]}`, 4, -4),
  twinTimes: 2.5,
  others: [
    {
      name: 'ZamGEQ31 (29 bands)',
      load: zam('ZamGEQ31'),
      settings: zigzag(29, (i) => `band${i + 1}`, 4, -4),
    },
    {
      name: 'LSP Graphic Equalizer x32',
      load: lsp('graph_equalizer_x32_stereo'),
      settings: zigzag(32, (i) => `g_${i}`, factor(4), factor(-4)),
    },
    {
      name: 'Calf Equalizer 30 Band',
      load: calf('Equalizer30Band'),
      settings: { linked: 1, ...zigzag(30, (i) => `gain1${i + 1}`, 0.25, -0.25) },
    },
  ],
};
