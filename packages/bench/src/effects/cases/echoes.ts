import type { EffectCase } from '../effect-case.js';
import { calf, caps, lsp, mda, swh, zam } from './places.js';

/** Echoes of 350 ms, 35 % feedback, a low-pass at 6 kHz in it. */
export const delay: EffectCase = {
  name: 'delay',
  effect: 'omx-delay',
  settings: { time: 350, feedback: 0.35, mix: 0.3, tone: 6000 },
  others: [
    {
      name: 'ZamDelay',
      load: zam('ZamDelay'),
      settings: { time: 350, feedb: 0.35, drywet: 0.3, lpf: 6000 },
    },
    {
      name: 'Calf Vintage Delay',
      load: calf('VintageDelay'),
      settings: {
        ...{ timing: 1, ms: 350, subdiv: 1, time_l: 1, time_r: 1, mix_mode: 0, medium: 1 },
        ...{ feedback: 0.35, amount: 0.3, dry: 0.7 },
      },
    },
    {
      name: 'mda Delay',
      load: mda('Delay'),
      settings: { l_delay: 0.7, r_delay: 0, feedback: 0.35, fb_tone: 0.3, fx_mix: 0.3 },
      apart: 'one delay line for both sides: the echoes of left and right are mixed',
    },
    {
      name: 'LSP Artistic Delay, one line',
      load: lsp('art_delay_stereo'),
      settings: {
        ...{ on0: 1, dadd0: 0.35, fbe0: 1, fbg0: 0.35, fbadd0: 0.35, wet: 0.3, dry: 0.7 },
        ...{ eq0: 1, hc0: 1, fhc0: 6000 },
      },
    },
    {
      name: 'swh Fractionally Addressed Delay Line',
      load: swh('fadDelay'),
      settings: { delay: 0.35, fb_db: -9 },
      apart: 'no tone filter, no mix',
    },
    {
      name: 'swh Simple delay line',
      load: swh('delay_l'),
      settings: { max_delay: 2, delay_time: 0.35 },
      apart: 'one echo: no feedback, no filter, no mix',
    },
  ],
};

/** A room of 1.5 s, 30 % of the sound. */
export const reverb: EffectCase = {
  name: 'reverb',
  effect: 'omx-reverb',
  settings: { decay: 1.5, mix: 0.3 },
  twinTimes: 2.5,
  others: [
    {
      name: 'Dragonfly Room',
      load: 'lv2 urn:dragonfly:room',
      settings: { decay: 1.5, late_level: 30, early_level: 15 },
    },
    { name: 'Dragonfly Plate', load: 'lv2 urn:dragonfly:plate', settings: { decay: 1.5, early_level: 30 } },
    {
      name: 'Dragonfly Hall',
      load: 'lv2 https://github.com/michaelwillis/dragonfly-reverb',
      settings: { decay: 1.5, late_level: 30, early_level: 15 },
    },
    { name: 'Calf Reverb', load: calf('Reverb'), settings: { decay_time: 1.5, amount: 0.3, dry: 0.7 } },
    { name: 'caps PlateX2', load: caps('PlateX2'), settings: { 0: 0.75, 1: 0.5, 2: 0.25, 3: 0.3 } },
    {
      name: 'swh GVerb',
      load: swh('gverb'),
      settings: { roomsize: 40, revtime: 1.5, drylevel: -3, taillevel: -10, earlylevel: -10 },
    },
    { name: 'swh Plate reverb', load: swh('plate'), settings: { time: 1.5, wet: 0.3 } },
    {
      name: 'mda Ambience',
      load: mda('Ambience'),
      settings: { mix: 0.3 },
      apart: 'four all-passes in series and no tail: an ambience, not a reverb',
    },
    {
      name: 'ZamVerb',
      load: zam('ZamVerb'),
      settings: { wetdry: 30 },
      apart: 'convolves with one of seven recordings: nothing to set but the mix',
    },
  ],
};
