import { ok, type Result } from '@plugin-hostd/base';
import type { Failure, Plugin, ScanFailure } from '@plugin-hostd/contracts';
import { command, optional } from '../declare/command.js';
import { choice, flag, text } from '../declare/option.js';
import { count } from '../output/format.js';
import { table } from '../output/table.js';
import { type Way, wayText } from '../output/way.js';

interface Listing {
  readonly plugins: readonly Plugin[];
  readonly failures: readonly ScanFailure[];
  readonly listFailures: boolean;
}

export const plugins = command({
  name: 'plugins',
  group: 'offline',
  summary: 'The plugins that are installed.',
  details:
    'Needs no daemon. A name that a CLAP plugin and its LV2 twin share means the CLAP plugin; put lv2: before it to have the other.',
  arguments: { query: optional('only those whose name, id, vendor or features hold this text') },
  options: {
    failures: flag('The files and plugins that could not be used, and why.'),
    format: choice(['any', 'clap', 'lv2'], 'any', 'format', 'Only plugins of this format.'),
    why: text('plugin', 'Which way this plugin is run, or why it is not.', { completes: 'plugin' }),
  },
  examples: [
    { command: 'plugin-hostd plugins', explains: 'All of them.' },
    { command: 'plugin-hostd plugins compressor', explains: 'Those that call themselves compressors.' },
    {
      command: 'plugin-hostd plugins --why http://calf.sourceforge.net/plugins/Reverb',
      explains: 'How this LV2 plugin is run.',
    },
  ],
  errors: ['worker_start', 'plugin_not_found', 'plugin_ambiguous'],
  run: async ({ query }, { failures, format, why }, context): Promise<Result<Listing | Way, Failure>> => {
    if (why !== undefined) {
      const { explainWay } = await import('../scan/why.js');
      return explainWay(context, why);
    }
    const { scanHere } = await import('../scan/scan.js');
    const found = await scanHere(context, { force: false });
    if (!found.ok) return found;
    const matching = found.value.plugins.filter(
      (plugin) =>
        (query === undefined || matches(plugin, query)) && (format === 'any' || plugin.format === format),
    );
    return ok({ plugins: failures ? [] : matching, failures: found.value.failures, listFailures: failures });
  },
  text: (outcome) => {
    if ('way' in outcome) return wayText(outcome);
    const { plugins: listed, failures, listFailures } = outcome;
    if (listFailures) return failureLines(failures).join('\n');
    const unusable = failures.length === 0 ? '' : `, and ${count(failures.length, 'problem')} (--failures)`;
    return [...pluginTable(listed), `${count(listed.length, 'plugin')}${unusable}`].join('\n');
  },
});

export const scan = command({
  name: 'scan',
  group: 'offline',
  summary: 'Look for plugins again.',
  details:
    'Each file or LV2 bundle is looked into by a process of its own: one that crashes or hangs costs only its own entry. What did not ' +
    'change is not looked into again, unless you say --force.',
  arguments: {},
  options: {
    file: text('path', 'Only this CLAP file or LV2 bundle; says what is wrong with it.', {
      completes: 'file',
    }),
    force: flag('Also what did not change.'),
  },
  examples: [
    { command: 'plugin-hostd scan', explains: 'After you installed a plugin.' },
    { command: 'plugin-hostd scan --file ~/.clap/New.clap', explains: 'Check one file.' },
  ],
  errors: ['plugin_not_found', 'worker_start', 'daemon_absent'],
  run: async (_, { file, force }, context) => {
    const { scanHere, scanOne } = await import('../scan/scan.js');
    if (file !== undefined) return scanOne(file);
    const found = await scanHere(context, { force });
    if (!found.ok) return found;
    const daemon = await context.findClient();
    if (!daemon.ok) return found;
    const told = await daemon.value.scan();
    return told.ok ? found : told;
  },
  text: ({ plugins: listed, failures }) =>
    [`Found ${count(listed.length, 'plugin')}.`, ...failureLines(failures)].join('\n'),
});

function matches(plugin: Plugin, query: string): boolean {
  const text = [plugin.name, plugin.id, plugin.vendor, ...plugin.features].join('\n').toLowerCase();
  return text.includes(query.toLowerCase());
}

function pluginTable(listed: readonly Plugin[]): readonly string[] {
  if (listed.length === 0) return [];
  return table(
    [
      { title: 'name' },
      { title: 'format' },
      { title: 'id' },
      { title: 'vendor' },
      { title: 'in>out', align: 'right' },
      { title: 'params', align: 'right' },
      { title: 'latency', align: 'right' },
    ],
    [...listed]
      .sort((a, b) => a.name.localeCompare(b.name))
      .map((plugin) => [
        plugin.name,
        plugin.format,
        plugin.id,
        plugin.vendor,
        `${channels(plugin.audioInputs)}>${channels(plugin.audioOutputs)}`,
        String(plugin.parameters),
        String(plugin.latencyFrames),
      ]),
  );
}

/** Channels of each port: 2+1 for a stereo port and a mono side chain. */
function channels(ports: Plugin['audioInputs']): string {
  return ports.map((port) => port.channels).join('+') || '0';
}

function failureLines(failures: readonly ScanFailure[]): readonly string[] {
  return failures.map(({ path, reason }) => `${path}: ${reason}`);
}
