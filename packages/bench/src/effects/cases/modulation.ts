import type { EffectCase } from '../effect-case.js';
import { calf, caps, mda, swh } from './places.js';

/** Four voices over 3 ms, half of the sound. */
export const chorus: EffectCase = {
  name: 'chorus, 4 voices',
  effect: 'omx-chorus',
  settings: { voices: 4, rate: 0.8, depth: 3, delay: 15, mix: 0.5 },
  others: [
    {
      name: 'Calf Multi Chorus',
      load: calf('MultiChorus'),
      settings: { voices: 4, mod_rate: 0.8, min_delay: 10, mod_depth: 3, amount: 0.5, dry: 0.5 },
    },
    {
      name: 'swh Multivoice Chorus',
      load: swh('multivoiceChorus'),
      settings: { voices: 4, delay_base: 15, detune: 1, law_freq: 2 },
    },
    {
      name: 'caps ChorusI (1 voice)',
      load: caps('ChorusI'),
      settings: { 0: 15, 1: 3, 2: 0.8, 3: 0.5, 4: 0.5, 5: 0 },
      apart: 'one voice of four',
    },
  ],
};

/** One voice over 3 ms, 0.3 Hz, half of it fed back. */
export const flanger: EffectCase = {
  name: 'flanger',
  effect: 'omx-flanger',
  settings: { rate: 0.3, depth: 3, delay: 0.5, feedback: 0.5, mix: 0.5 },
  others: [
    {
      name: 'Calf Flanger',
      load: calf('Flanger'),
      settings: { min_delay: 0.5, mod_depth: 3, mod_rate: 0.3, feedback: 0.5, amount: 0.5, dry: 0.5 },
    },
    {
      name: 'swh Flanger',
      load: swh('flanger'),
      settings: { delay_base: 2, detune: 2, law_freq: 0.3, feedback: 0.5 },
    },
    {
      name: 'swh DJ flanger',
      load: swh('djFlanger'),
      settings: { period: 3, depth: 4, feedback: 50 },
    },
    {
      name: 'caps ChorusI as a flanger',
      load: caps('ChorusI'),
      settings: { 0: 2.5, 1: 2, 2: 0.3, 3: 0.5, 4: 0.5, 5: 0.5 },
    },
    {
      name: 'mda ThruZero',
      load: mda('ThruZero'),
      settings: { rate: 0.3, depth: 0.5, feedback: 0.75 },
      apart: 'reads between samples along a straight line, which takes up to 12 dB off 20 kHz',
    },
  ],
};
