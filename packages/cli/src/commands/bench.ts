import { ok, type Result } from '@plugin-hostd/base';
import type { BenchInfo, BenchRecord } from '@plugin-hostd/bench';
import type { Failure } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import { command, required } from '../declare/command.js';
import { flag, number, text } from '../declare/option.js';
import { duration } from '../output/format.js';
import { daemonCommand } from '../program-path.js';

/** Exit status when a bar does not hold. */
const barFailed = 3;

type Report = { readonly benches: readonly BenchInfo[] } | BenchRecord;

interface Options {
  readonly quick: boolean;
  readonly out: string | undefined;
  readonly seed: number | undefined;
}

export const bench = command({
  name: 'bench',
  group: 'tools',
  summary: 'Measure what this program promises, on this machine.',
  details:
    'No bench needs a sound card. Each compares things in turns, in one run, and ends all it started. A figure with a limit is a bar; ' +
    'the exit status is 3 when a bar does not hold. With --json it prints an object whose "bars" is an array of {name, value, unit, ' +
    'limit, holds}.',
  arguments: { name: required('the bench, or list for all there are') },
  options: {
    quick: flag('Under 50 seconds, with fewer samples.'),
    out: text('folder', 'Write the record with every sample (JSON) and the report (Markdown) there.', {
      completes: 'file',
    }),
    seed: number(
      'number',
      { min: 0, max: 2 ** 31 - 1, integer: true },
      undefined,
      'Repeat the order of an earlier run; by default another each time.',
    ),
  },
  examples: [
    { command: 'plugin-hostd bench list', explains: 'What can be measured, and how long it takes.' },
    { command: 'plugin-hostd bench overhead --quick', explains: 'What hosting adds to the plugins.' },
    { command: 'plugin-hostd bench effects --quick', explains: 'What our effects cost, beside others.' },
    { command: 'plugin-hostd bench startup --out results', explains: 'Keep every sample.' },
  ],
  errors: [
    'server_absent',
    'worker_start',
    'worker_lost',
    'plugin_not_found',
    'file_unwritable',
    'interrupted',
  ],
  endsBySignal: true,
  run: async ({ name }, options, context): Promise<Result<Report, Failure>> => {
    if (name !== 'list') return measure(name, options, context);
    const { listBenches } = await import('@plugin-hostd/bench');
    return ok({ benches: listBenches() });
  },
  exit: (report) => ('bars' in report && report.bars.some((bar) => !bar.holds) ? barFailed : 0),
  text: reportText,
});

async function measure(
  name: string,
  { quick, out, seed }: Options,
  context: Context,
): Promise<Result<Report, Failure>> {
  const { markdownReport, runBench } = await import('@plugin-hostd/bench');
  const { progressBar } = await import('../output/progress.js');
  const bar = progressBar(context, `bench ${name}`);
  const record = await runBench({
    name,
    quick,
    seed: seed ?? Date.now() % 2 ** 31,
    ...(out === undefined ? {} : { out }),
    signal: context.signal,
    daemonCommand: [...daemonCommand, '--die-with-parent'],
    environment: context.environment,
    onProgress: ({ doneSeconds, totalSeconds }) => bar.update(doneSeconds, totalSeconds),
  });
  bar.stop();
  if (record.ok && !context.json) context.out.write(`${markdownReport(record.value)}\n`);
  return record;
}

/** A run prints its report itself. */
function reportText(report: Report): string {
  if ('bars' in report) return '';
  return report.benches
    .map(({ name, summary, needs, seconds }) =>
      [
        `${name}: ${summary}`,
        `  takes  ${duration(seconds.quick)} with --quick, ${duration(seconds.full)} without`,
        `  needs  ${needs.join('; ')}`,
      ].join('\n'),
    )
    .join('\n\n');
}
