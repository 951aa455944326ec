import { atLeast } from '../bar.js';
import type { Measurement } from '../bench.js';
import type { Table } from '../report/table.js';
import { type Outcome, type Verdict, verdicts } from './outcome.js';
import type { Subject } from './subjects.js';

export interface Tried {
  readonly subject: Subject;
  readonly outcome: Outcome;
  /** What mod-host made of it; left out when it was not asked. */
  readonly modHost?: Outcome;
}

const okShare = 98;

function share(tried: readonly Tried[], outcomeOf: (it: Tried) => Outcome | undefined): number {
  return (100 * tried.filter((it) => outcomeOf(it)?.verdict === 'ok').length) / tried.length;
}

/** How many fared how, by package. */
function counts(
  title: string,
  tried: readonly Tried[],
  outcomeOf: (it: Tried) => Outcome | undefined,
): Table {
  const names = [...new Set(tried.map((it) => it.subject.package))];
  const count = (from: readonly Tried[], verdict: Verdict) =>
    String(from.filter((it) => outcomeOf(it)?.verdict === verdict).length);
  const row = (name: string, from: readonly Tried[]) => [
    name,
    String(from.length),
    ...verdicts.map((verdict) => count(from, verdict)),
  ];
  return {
    title,
    columns: ['package', 'plugins', ...verdicts],
    rows: [
      ...names.map((name) =>
        row(
          name,
          tried.filter((it) => it.subject.package === name),
        ),
      ),
      row('all', tried),
    ],
  };
}

/** Each plugin that did not fare well, and why. */
function explained(
  title: string,
  tried: readonly Tried[],
  outcomeOf: (it: Tried) => Outcome | undefined,
): Table {
  return {
    title,
    columns: ['plugin', 'how', 'why'],
    rows: tried.flatMap((it) => {
      const outcome = outcomeOf(it);
      return outcome && outcome.verdict !== 'ok'
        ? [[it.subject.plugin.id, outcome.verdict, outcome.reason]]
        : [];
    }),
  };
}

/** The tables and the bar of a sweep. */
export function sweepMeasurement(tried: readonly Tried[], notes: readonly string[]): Measurement {
  const own = (it: Tried) => it.outcome;
  const theirs = (it: Tried) => it.modHost;
  const asked = tried.filter((it) => it.modHost !== undefined);
  const unexplained = tried.filter((it) => it.outcome.verdict !== 'ok' && it.outcome.reason === '').length;
  const tables = [counts('Through the adapter', tried, own), explained('Not ok, and why', tried, own)];
  if (asked.length > 0)
    tables.push(
      counts('In mod-host', asked, theirs),
      explained('Not ok in mod-host, and why', asked, theirs),
    );
  return {
    bars: [
      atLeast('plugins that are ok, at least', share(tried, own), '%', okShare),
      atLeast('others that are explained, at least', unexplained === 0 ? 100 : 0, '%', 100),
    ],
    tables,
    notes,
    samples: {
      outcomes: tried.map(({ subject, outcome, modHost }) => ({
        uri: subject.plugin.id,
        package: subject.package,
        ...outcome,
        ...(modHost === undefined ? {} : { modHost }),
      })),
    },
  };
}
