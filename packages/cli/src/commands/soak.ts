import type { Result } from '@plugin-hostd/base';
import type { BenchRecord } from '@plugin-hostd/bench';
import { type Failure, fail } from '@plugin-hostd/contracts';
import { command, required } from '../declare/command.js';
import { number, text } from '../declare/option.js';
import { daemonCommand } from '../program-path.js';

/** Exit status when a bar does not hold. */
const barFailed = 3;

export const soak = command({
  name: 'soak',
  group: 'tools',
  summary: 'Do things at random to plugins for a long time.',
  details:
    'Adds, removes, sets, bypasses plugins, loads presets and states, under a private audio server, and watches memory. A crash is ' +
    'told with the plugin that is to blame, which is left out from then on; the exit status is 3 when nobody is to blame, or ' +
    'when memory grows.',
  arguments: { what: required('lv2: the LV2 plugins that are installed') },
  options: {
    minutes: number('number', { min: 0.1, max: 10_000 }, 20, 'How long.'),
    seed: number(
      'number',
      { min: 0, max: 2 ** 31 - 1, integer: true },
      undefined,
      'Repeat the plugins and deeds of an earlier run; by default others each time.',
    ),
    out: text('folder', 'Write the record (JSON) and the report (Markdown) there.', { completes: 'file' }),
  },
  examples: [{ command: 'plugin-hostd soak lv2 --minutes 5', explains: 'Five minutes of it.' }],
  errors: ['server_absent', 'worker_start', 'plugin_not_found', 'file_unwritable', 'interrupted'],
  endsBySignal: true,
  run: async ({ what }, { minutes, seed, out }, context): Promise<Result<BenchRecord, Failure>> => {
    if (what !== 'lv2') return fail('bad_request', { reason: `There is nothing called "${what}" to soak` });
    const { execute, lv2Soak, markdownReport } = await import('@plugin-hostd/bench');
    const { progressBar } = await import('../output/progress.js');
    const start = performance.now();
    const bar = progressBar(context, 'soak lv2');
    const record = await execute(lv2Soak(60 * minutes), {
      name: 'soak-lv2',
      quick: false,
      seed: seed ?? Date.now() % 2 ** 31,
      ...(out === undefined ? {} : { out }),
      signal: context.signal,
      daemonCommand: [...daemonCommand, '--die-with-parent'],
      environment: context.environment,
      onProgress: () => bar.update(Math.min(60 * minutes, (performance.now() - start) / 1000), 60 * minutes),
    });
    bar.stop();
    if (record.ok && !context.json) context.out.write(`${markdownReport(record.value)}\n`);
    return record;
  },
  exit: (record) => (record.bars.some((bar) => !bar.holds) ? barFailed : 0),
  text: () => '',
});
