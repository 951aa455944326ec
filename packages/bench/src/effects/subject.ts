import { join } from 'node:path';
import { buildDir } from '@plugin-hostd/host';
import type { EffectCase, Settings } from './effect-case.js';

/** What a subject is: our effect alone, in a plugin, its scalar version, or a plugin of others. */
export type Role = 'effect' | 'clap' | 'twin' | 'other' | 'apart';

/** One of those that a case measures side by side. */
export interface Subject {
  readonly role: Role;
  readonly name: string;
  /** How omx-effect-times loads it. */
  readonly load: string;
  readonly settings: Settings;
  /** Why it is listed and not compared. */
  readonly apart?: string;
}

/** Ours first: alone, in omx.clap, and its scalar version; then the others. */
export function subjectsOf({ effect, settings, others }: EffectCase): readonly Subject[] {
  const id = `org.plugin-hostd.${effect}`;
  return [
    { role: 'effect', name: effect, load: `effect ${id}`, settings },
    {
      role: 'clap',
      name: `${effect} in omx.clap`,
      load: `clap ${join(buildDir(), 'clap', 'omx.clap')}#${id}`,
      settings,
    },
    { role: 'twin', name: `${effect}, plain scalar version`, load: `twin ${id}`, settings },
    ...others.map((other): Subject => ({ role: other.apart === undefined ? 'other' : 'apart', ...other })),
  ];
}

/** The words that load a subject. */
export function loadWords({ load, settings }: Subject): string {
  return [load, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)].join(' ');
}
