import { join } from 'node:path';
import { buildDir } from '@plugin-hostd/host';

/** One chain that a worker and the floor both hold. */
export interface OverheadCase {
  readonly name: string;
  readonly title: string;
  /** Plugins in series, as the catalogue resolves them. */
  readonly plugins: readonly string[];
  readonly pairs: { readonly quick: number; readonly full: number };
}

/** Sixteen of the third-party plugins, as in the measurements of other hosts: seven stereo, nine mono. */
const zam = [
  'ZamCompX2',
  'ZamDelay',
  'ZamTube',
  'ZamEQ2',
  'ZamGateX2',
  'ZaMaximX2',
  'ZaMultiCompX2',
  'ZamAutoSat',
  'ZamDynamicEQ',
  'ZamGEQ31',
  'ZamComp',
  'ZamGate',
  'ZamPhono',
  'ZaMultiComp',
  'ZamHeadX2',
  'ZamVerb',
];

const instances = 16;

/** `count` plugins that are taken from a list in turn. */
function inTurn(plugins: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => plugins[i % plugins.length]!);
}

export const thirdParty: OverheadCase = {
  name: 'zam',
  title: '16 zam plugins',
  plugins: zam,
  pairs: { quick: 10, full: 40 },
};

export const ownEffects: OverheadCase = {
  name: 'omx',
  title: `${instances} effects of omx.clap`,
  plugins: inTurn(['omx-eq8', 'omx-delay'], instances),
  pairs: { quick: 7, full: 30 },
};

/** Gains that do nearly nothing: what is left is the host. */
export function gainOnly(): OverheadCase {
  const gain = join(buildDir(), 'bench', 'omx-bench-gain.clap');
  return {
    name: 'gain',
    title: `${instances} gains`,
    plugins: inTurn([gain], instances),
    pairs: { quick: 7, full: 30 },
  };
}
