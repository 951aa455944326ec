import { chorus } from '../omx-chorus/declaration.js';
import { comp } from '../omx-comp/declaration.js';
import { deesser } from '../omx-deesser/declaration.js';
import { delay } from '../omx-delay/declaration.js';
import { drive } from '../omx-drive/declaration.js';
import { eq8 } from '../omx-eq8/declaration.js';
import { flanger } from '../omx-flanger/declaration.js';
import { geq } from '../omx-geq/declaration.js';
import { reverb } from '../omx-reverb/declaration.js';
import type { EffectDeclaration } from './declare.js';

export * from './check.js';
export * from './declare.js';

/** All effects of ours, by name. */
export const effects: readonly EffectDeclaration[] = [
  chorus,
  comp,
  deesser,
  delay,
  drive,
  eq8,
  flanger,
  geq,
  reverb,
];
