import type { Parameter } from '@plugin-hostd/contracts';
import type { InstanceEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { parametersOf } from '../workers/ports.js';
import { codes } from './codes.js';
import type { ModHost } from './host.js';

export const bypassSymbol = ':bypass';
export const presetsSymbol = ':presets';

/** What a controller set `:presets` to; it means nothing to a plugin. */
const presetNumbers = new WeakMap<InstanceEntry, number>();

export function presetNumber(entry: InstanceEntry): number {
  return presetNumbers.get(entry) ?? 0;
}

const known = new WeakMap<InstanceEntry, ReadonlyMap<string, Parameter>>();

/** The parameters of an instance, asked for once. Their values are as they were then. */
export async function parametersBySymbol(
  session: Session,
  entry: InstanceEntry,
): Promise<ReadonlyMap<string, Parameter>> {
  const asked = known.get(entry);
  if (asked) return asked;
  const parameters = await parametersOf(session, entry.instance);
  if (!parameters.ok) return new Map();
  const map = new Map(parameters.value.map((parameter) => [parameter.symbol, parameter]));
  known.set(entry, map);
  return map;
}

/**
 * Sets a parameter of an instance, or `:bypass` or `:presets`; returns the code of the reply. One whose worker is down gets it when it is
 * laid anew.
 */
export async function setParameter(
  { session, monitor }: ModHost,
  entry: InstanceEntry,
  symbol: string,
  value: number,
): Promise<number> {
  if (symbol === presetsSymbol) {
    presetNumbers.set(entry, Math.min(Math.max(value, 0), 1));
    return codes.success;
  }
  if (symbol === bypassSymbol) entry.bypassed = value > 0.5;
  const worker = session.workers.get(entry.worker);
  if (worker && entry.state === 'running') {
    const set = await worker.command('param_set', entry.instance, symbol, value);
    if (!set.ok && set.error.code !== 'worker_lost') return codes.symbolAbsent;
  }
  if (symbol !== bypassSymbol) entry.parameters.set(symbol, value);
  monitor.note(entry.instance, symbol, value);
  return codes.success;
}
