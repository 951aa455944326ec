import type { EffectCase } from '../effect-case.js';
import { drive } from './drive.js';
import { comp, deesser } from './dynamics.js';
import { delay, reverb } from './echoes.js';
import { eq8, eq8Small, geq } from './equalizers.js';
import { chorus, flanger } from './modulation.js';

/** All that one run measures, in the order of the report. */
export const effectCases: readonly EffectCase[] = [
  comp,
  eq8,
  eq8Small,
  geq,
  reverb,
  delay,
  chorus,
  flanger,
  drive,
  deesser,
];
