import type { Bar } from '../bar.js';
import type { Measurement } from '../bench.js';
import type { Machine } from '../run/machine.js';
import { figure, markdownTable, type Table } from './table.js';

/** One run of a bench, as it is written to a file. */
export interface BenchRecord extends Measurement {
  readonly bench: string;
  readonly quick: boolean;
  readonly seed: number;
  readonly startedAt: string;
  readonly seconds: number;
  readonly machine: Machine;
}

function barsTable(bars: readonly Bar[]): Table {
  return {
    title: 'Bars',
    columns: ['bar', 'value', 'limit', 'unit', 'holds'],
    rows: bars.map((bar) => [
      bar.name,
      figure(bar.value),
      figure(bar.limit),
      bar.unit,
      bar.holds ? 'yes' : 'NO',
    ]),
  };
}

function machineLine(machine: Machine): string {
  const governor = machine.governor ?? 'unknown';
  return `${machine.processor}, ${machine.processors} processors, Linux ${machine.kernel}, governor ${governor}, commit ${machine.commit ?? 'unknown'}`;
}

/** A run for people to read, in Markdown. */
export function markdownReport(record: BenchRecord): string {
  const tables = [barsTable(record.bars), ...record.tables];
  return [
    `# bench ${record.bench}${record.quick ? ' --quick' : ''}`,
    `${record.startedAt}, ${record.seconds.toFixed(0)} s, seed ${record.seed}. ${machineLine(record.machine)}.`,
    ...tables.map((table) => `## ${table.title}\n\n${markdownTable(table)}`),
    ...(record.notes.length === 0 ? [] : [record.notes.map((note) => `- ${note}`).join('\n')]),
  ].join('\n\n');
}
