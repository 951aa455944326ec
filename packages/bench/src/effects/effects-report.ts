import { atLeast, atMost, type Bar } from '../bar.js';
import { figure, type Table } from '../report/table.js';
import type { Estimate } from '../statistics/bootstrap.js';
import type { EffectCase } from './effect-case.js';
import type { CaseFigures, SubjectFigures } from './figures.js';
import type { CaseSamples } from './measure-case.js';

/** Everything that was measured of one case. */
export interface CaseResult {
  readonly effectCase: EffectCase;
  readonly samples: CaseSamples;
  readonly figures: CaseFigures;
}

const blockNs = (128 / 48_000) * 1e9;
const interval = ({ low, high }: Estimate) => `${figure(low)} to ${figure(high)}`;
const kilobytes = (bytes: number | undefined) => figure((bytes ?? Number.NaN) / 1024);
const decibels = (value: number) => value.toFixed(1);

function ours({ subjects }: CaseFigures): SubjectFigures | undefined {
  return subjects.find(({ sample }) => sample.subject.role === 'clap');
}

/** The promises of `bench effects`. What is not there keeps none. */
export function effectsBars(results: readonly CaseResult[]): readonly Bar[] {
  return results.flatMap(({ effectCase, figures }) => {
    const { name, twinTimes } = effectCase;
    const others = atMost(
      `${name}: time over that of the fastest comparable plugin`,
      figures.oursOverFastest.median,
      'ratio',
      1,
    );
    if (twinTimes === undefined) return [others];
    const twin = atLeast(
      `${name}: times as fast as its scalar version, at least`,
      figures.twinTimes.median,
      'ratio',
      twinTimes,
    );
    return [twin, others];
  });
}

function summary(results: readonly CaseResult[]): Table {
  return {
    title: 'Our effects, ns per stereo block of 128 frames at 48 kHz',
    columns: [
      'effect',
      'ns',
      '% of one processor',
      'times as fast as scalar',
      '95 % interval',
      'fastest comparable plugin',
      'ours over it',
      '95 % interval',
      'disturbed windows %',
    ],
    rows: results.map(({ effectCase, figures }) => {
      const ns = ours(figures)?.ns.median ?? Number.NaN;
      return [
        effectCase.name,
        figure(ns),
        figure((100 * ns) / blockNs),
        figure(figures.twinTimes.median),
        interval(figures.twinTimes),
        figures.fastest?.sample.subject.name ?? '-',
        figure(figures.oursOverFastest.median),
        interval(figures.oursOverFastest),
        figure(100 * figures.disturbed),
      ];
    }),
  };
}

function caseTable({ effectCase, figures }: CaseResult): Table {
  return {
    title: effectCase.name,
    columns: [
      'what',
      'ns',
      '95 % interval',
      'times ours',
      'level dB',
      'difference dB',
      'heap KiB',
      'resident KiB',
      'apart',
    ],
    rows: figures.subjects.map(({ sample, ns, overOurs }) => [
      sample.subject.name,
      figure(ns.median),
      interval(ns),
      figure(overOurs.median),
      decibels(sample.change.levelDb),
      decibels(sample.change.differenceDb),
      kilobytes(sample.memory?.heapBytes),
      kilobytes(sample.memory?.residentBytes),
      sample.subject.apart ?? '',
    ]),
  };
}

function settingsTable(results: readonly CaseResult[]): Table {
  const text = (settings: object) =>
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ');
  return {
    title: 'Settings; what is not named has its default',
    columns: ['what', 'settings'],
    rows: results.flatMap(({ effectCase, samples }) =>
      samples.subjects
        .map(({ subject }) => subject)
        .filter(({ role }) => role !== 'clap' && role !== 'twin')
        .map(({ name, role, settings }) => [role === 'effect' ? effectCase.name : name, text(settings)]),
    ),
  };
}

export function effectsTables(results: readonly CaseResult[]): readonly Table[] {
  return [summary(results), ...results.map(caseTable), settingsTable(results)];
}

/** How it was measured, and what was not. */
export function effectsNotes(results: readonly CaseResult[]): readonly string[] {
  const absent = results.flatMap(({ samples }) =>
    samples.absent.map(({ subject, problem }) => `${subject.name} (${problem})`),
  );
  return [
    'All of a case are loaded in one process, on one processor, and play in turns, in windows of 1.5 ms in an order that is drawn ' +
      'anew for each round; a part of a window before it is played unmeasured, since caches forget. Figures are medians over rounds; ' +
      'a ratio is the median of the ratios of each round.',
    'Time is that of the processor over all threads of the process. A window in which others had the processor for more than 5 % ' +
      'counts as disturbed; it is used all the same.',
    'The input is noise of -20 dBFS, different on both sides, in a loop of 2048 frames. Plugins of one channel are loaded twice. ' +
      'Denormals are flushed for all. Plugins are called as directly as their format allows; ours is compared with them in omx.clap, ' +
      'and with its scalar version without any plugin around either.',
    'The scalar version is the same algorithm, sample by sample, with the functions of the standard library, compiled with the ' +
      'same options. Settings of others are the nearest that they have, not the same; the level of the output and of what it differs ' +
      'from the input shows that each of them works.',
    'Heap is what malloc handed out per instance (of 16, beside a first one); resident what of it, and of private data, is in RAM ' +
      'after 0.1 s of sound. Code and tables that all instances share count for none.',
    'Apart stands what is faster because it leaves something out, or works in another way. What leaves something out and is slower ' +
      'all the same is compared: the flanger and the chorus of Calf read along straight lines, too.',
    'Not measured: other rates and block sizes, moving parameters, silence.',
    ...(absent.length === 0 ? [] : [`Left out: ${absent.join('; ')}.`]),
  ];
}
