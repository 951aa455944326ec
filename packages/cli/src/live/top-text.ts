import type { Status, Top } from '@plugin-hostd/contracts';
import stringWidth from 'string-width';
import { frames, level, megabytes, microseconds, percent } from '../output/format.js';
import { type Column, table } from '../output/table.js';
import { meter } from './meter.js';

type Client = Top['clients'][number];
type Instance = Top['instances'][number];

const right = (title: string): Column => ({ title, align: 'right' });

/** The whole view as lines no wider than `width` terminal cells, as far as leaving columns out helps. */
export function topLines(
  top: Top,
  server: Status['server'],
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const body =
    top.clients.length === 0 ? ['Nothing is loaded.'] : [...workerTable(top), '', ...clientTable(top, width)];
  return [serverLine(server), '', ...body];
}

function serverLine(server: Status['server']): string {
  if (server === null) return 'no audio server';
  const { description, sampleRate, period } = server;
  return `${description}   ${sampleRate} Hz   ${frames(period, sampleRate)}`;
}

function workerTable({ workers }: Top): readonly string[] {
  return table(
    [{ title: 'worker' }, right('pid'), right('memory'), right('switches/s'), right('CPU')],
    workers.map(({ name, pid, pssBytes, switchesPerSecond, cpuPercent }) => [
      name,
      String(pid),
      megabytes(pssBytes),
      switchesPerSecond.toFixed(0),
      percent(cpuPercent),
    ]),
  );
}

/** A column of the view: what it says of a client and of an instance. */
interface ViewColumn extends Column {
  readonly client: (client: Client) => string;
  readonly instance: (instance: Instance) => string;
}

const nothing = () => '';
const time = (title: string, value: (times: Client | Instance) => string): ViewColumn => ({
  ...right(title),
  client: value,
  instance: value,
});

const inputLevels: ViewColumn = { title: 'in dB', client: nothing, instance: (it) => peaks(it.inputPeaksDb) };
const outputMeter: ViewColumn = {
  title: 'output',
  client: nothing,
  instance: (it) => meter(loudest(it.outputPeaksDb)),
};

const viewColumns: readonly ViewColumn[] = [
  {
    title: 'client / instance',
    client: ({ name }) => name,
    instance: ({ instance, name }) => `  ${instance} ${name}`,
  },
  time('p50 µs', ({ p50Us }) => microseconds(p50Us)),
  time('p99 µs', ({ p99Us }) => microseconds(p99Us)),
  time('max µs', ({ maxUs }) => microseconds(maxUs)),
  time('period', ({ sharePercent }) => percent(sharePercent)),
  { ...right('late'), client: ({ lateCycles }) => String(lateCycles), instance: nothing },
  { ...right('missed'), client: ({ missedCycles }) => String(missedCycles), instance: nothing },
  inputLevels,
  { title: 'out dB', client: nothing, instance: (it) => peaks(it.outputPeaksDb) },
  outputMeter,
];

/** The last column; it may be cut. */
const notesColumn: ViewColumn = { title: '', client: nothing, instance: instanceNotes };

/** Left out one after another where a terminal is too narrow. */
const expendable = [inputLevels, outputMeter];

function clientTable({ clients, instances }: Top, width: number): readonly string[] {
  const withColumns = (columns: readonly ViewColumn[]) => {
    const rows = clients.flatMap((client) => [
      columns.map((column) => column.client(client)),
      ...instances
        .filter((instance) => instance.client === client.name)
        .map((instance) => columns.map((column) => column.instance(instance))),
    ]);
    return table(columns, rows);
  };
  const fits = (lines: readonly string[]) => lines.every((line) => stringWidth(line) <= width);
  let columns = viewColumns;
  for (const column of expendable) {
    if (fits(withColumns(columns))) break;
    columns = columns.filter((kept) => kept !== column);
  }
  return withColumns([...columns, notesColumn]);
}

/** A level per channel. */
export function peaks(levels: readonly (number | null)[]): string {
  return levels.map((db) => level(db).padStart(5)).join(' ');
}

/** The loudest of the channels in dB; null when all are silent. */
export function loudest(levels: readonly (number | null)[]): number | null {
  return levels.reduce<number | null>(
    (most, db) => (db !== null && (most === null || db > most) ? db : most),
    null,
  );
}

function instanceNotes(instance: Instance): string {
  return [
    instance.bypassed ? 'bypassed' : '',
    instance.asleep ? 'asleep' : '',
    instance.nonfiniteBlocks > 0 ? `${instance.nonfiniteBlocks} blocks not finite` : '',
    instance.clampedBlocks > 0 ? `${instance.clampedBlocks} blocks clamped` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The same in one line, for logs: each client's times and faults, each instance's p50 and output level. */
export function topLine(top: Top, time: Date): string {
  const clients = top.clients.map((client) => {
    const own = top.instances.filter(({ client: name }) => name === client.name);
    const chain = own.map((instance) => {
      const out = level(loudest(instance.outputPeaksDb));
      return `${instance.name} ${microseconds(instance.p50Us)} µs ${out} dB`;
    });
    const { name, p50Us, p99Us, maxUs, lateCycles, missedCycles } = client;
    const cycle = `${[p50Us, p99Us, maxUs].map(microseconds).join('/')} µs p50/p99/max`;
    const faults = `${lateCycles} late, ${missedCycles} missed`;
    return `${name}: ${cycle}, ${percent(client.sharePercent)} of the period, ${faults}; ${chain.join(' | ')}`;
  });
  return `${time.toISOString().slice(11, 19)} ${clients.join('  ') || 'nothing is loaded'}`;
}
