/** LV2 plugins that are compared: a spread of makers and kinds, none with chance in its sound. */
export const comparedPlugins: readonly string[] = [
  'urn:zamaudio:ZamCompX2',
  'urn:zamaudio:ZamDelay',
  'urn:zamaudio:ZaMultiComp',
  'http://drobilla.net/plugins/mda/EPiano',
  'http://drobilla.net/plugins/mda/Overdrive',
  'http://drobilla.net/plugins/mda/DubDelay',
  'http://plugin.org.uk/swh-plugins/plate',
  'http://plugin.org.uk/swh-plugins/amp',
  'http://plugin.org.uk/swh-plugins/fastLookaheadLimiter',
  'http://gareus.org/oss/lv2/fil4#stereo',
  'http://gareus.org/oss/lv2/dpl#stereo',
  'http://calf.sourceforge.net/plugins/Reverb',
  'http://calf.sourceforge.net/plugins/Compressor',
  'http://lsp-plug.in/plugins/lv2/para_equalizer_x16_stereo',
  'http://lsp-plug.in/plugins/lv2/compressor_stereo',
  'http://guitarix.sourceforge.net/plugins/gx_zita_rev1_stereo#_zita_rev1_stereo',
  'http://invadarecords.com/plugins/lv2/filter/lpf/mono',
  'http://eq10q.sourceforge.net/eq/eq4qm',
  'http://drobilla.net/plugins/fomp/cs_phaser1_lfo',
  'urn:ardour:a-comp#stereo',
];

/** How plugins are run when they are compared. */
export interface Setup {
  readonly rateHz: number;
  readonly blockFrames: number;
}

const rates = [44_100, 48_000, 96_000];
const blocks = [32, 64, 128, 256, 512, 1024];

export const allSetups: readonly Setup[] = rates.flatMap((rateHz) =>
  blocks.map((blockFrames) => ({ rateHz, blockFrames })),
);

/** One of each rate, with the smallest, the usual and the largest block. */
export const someSetups: readonly Setup[] = [
  { rateHz: 44_100, blockFrames: 32 },
  { rateHz: 48_000, blockFrames: 128 },
  { rateHz: 96_000, blockFrames: 1024 },
];

/** Plugins that zam-plugins brings in both formats. */
export const twins: readonly string[] = [
  'ZamCompX2',
  'ZamDelay',
  'ZamEQ2',
  'ZamGateX2',
  'ZamTube',
  'ZamVerb',
];

export const lv2Uri = (name: string) => `lv2:urn:zamaudio:${name}`;
export const clapUri = (name: string) => `clap:/usr/lib/clap/${name}.clap#com.zamaudio.${name}`;
