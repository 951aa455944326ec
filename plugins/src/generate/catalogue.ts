import type { EffectDeclaration } from '../declare.js';
import { lv2Uri } from './turtle.js';

/** All effects as data for programs that do not read TypeScript: web panels, other languages. */
export function catalogueJson(effects: readonly EffectDeclaration[]): string {
  const entries = effects.map((effect) => {
    const { id, name, version, description, features, manual, ports, params } = effect;
    const { meters = [], presets = [], usesTempo = false, hasLatency = false } = effect;
    const lv2 = { stereo: lv2Uri(effect, 2), mono: lv2Uri(effect, 1) };
    return {
      ...{ id, lv2, name, version, description, features, manual, usesTempo, hasLatency },
      ...{ ports, params, meters, presets },
    };
  });
  const notice = 'Generated from plugins/*/declaration.ts by `npm run generate`. Do not edit.';
  return `${JSON.stringify({ notice, effects: entries }, null, 1)}\n`;
}
