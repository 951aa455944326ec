/** Which way a plugin is run, and why. */
export interface Way {
  /** clap: a CLAP file; adapter: an LV2 plugin as a CLAP one; mod-host: by mod-host; refused: not at all. */
  readonly way: 'clap' | 'adapter' | 'mod-host' | 'refused';
  readonly uri: string;
  readonly name: string;
  /** A sentence. */
  readonly reason: string;
  /** File or bundle; empty when there is none. */
  readonly path: string;
  /** The same plugin in the other format. */
  readonly twins: readonly string[];
  /** Features and options that an LV2 plugin requires. */
  readonly requires: readonly string[];
}

const ways: Readonly<Record<Way['way'], string>> = {
  clap: 'runs as a CLAP plugin',
  adapter: 'runs as an LV2 plugin through the adapter',
  'mod-host': 'runs in mod-host',
  refused: 'does not run',
};

export function wayText({ way, uri, name, reason, path, twins, requires }: Way): string {
  const rows = [
    ['why', reason],
    ['from', path],
    ['needs', requires.join(' ')],
    ['twin', twins.join(' ')],
  ].filter(([, value]) => value !== '');
  return [
    `${name} (${uri}) ${ways[way]}`,
    ...rows.map(([key = '', value]) => `  ${key.padEnd(5)}  ${value}`),
  ].join('\n');
}
