import type { Status, Top } from '@plugin-hostd/contracts';
import { frames, level, megabytes, microseconds, percent } from '../output/format.js';
import { type Column, table } from '../output/table.js';
import { meter } from './meter.js';

type Client = Top['clients'][number];
type Instance = Top['instances'][number];

const right = (title: string): Column => ({ title, align: 'right' });
const timeColumns = [right('p50 µs'), right('p99 µs'), right('max µs'), right('of period')];

/** The whole view as lines: server, workers, clients with their instances. */
export function topLines(top: Top, server: Status['server']): readonly string[] {
  const body =
    top.clients.length === 0 ? ['Nothing is loaded.'] : [...workerTable(top), '', ...clientTable(top)];
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

function clientTable({ clients, instances }: Top): readonly string[] {
  const columns = [
    { title: 'client' },
    { title: 'instance' },
    ...timeColumns,
    right('late'),
    right('missed'),
    { title: 'in dB' },
    { title: 'out dB' },
    { title: 'output' },
    { title: '' },
  ];
  const rows = clients.flatMap((client) => [
    [client.name, '', ...times(client), String(client.lateCycles), String(client.missedCycles)],
    ...instances.filter((instance) => instance.client === client.name).map(instanceRow),
  ]);
  return table(columns, rows);
}

function instanceRow(instance: Instance): readonly string[] {
  return [
    '',
    `${instance.instance} ${instance.name}`,
    ...times(instance),
    '',
    '',
    peaks(instance.inputPeaksDb),
    peaks(instance.outputPeaksDb),
    meter(loudest(instance.outputPeaksDb)),
    instanceNotes(instance),
  ];
}

/** p50, p99 and max in µs, and the share of the period. */
export function times({ p50Us, p99Us, maxUs, sharePercent }: Client | Instance): readonly string[] {
  return [microseconds(p50Us), microseconds(p99Us), microseconds(maxUs), percent(sharePercent)];
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
