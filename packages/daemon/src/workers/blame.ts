import { type Failure, failure } from '@plugin-hostd/contracts';
import type { WorkerDeath } from '@plugin-hostd/host';
import type { InstanceEntry } from '../graph/graph.js';

/** The plugin whose code ended a worker. */
export interface Culprit {
  readonly instance: number;
  readonly plugin: string;
  readonly call: string;
  /** It hung, rather than crashed. */
  readonly hung: boolean;
}

/**
 * Who ended a worker, where that is certain: the plugin inside whose code the faulting or hung thread was. While a plugin is loaded its
 * uri may be all that is known.
 */
export function culpritOf(death: WorkerDeath, entries: readonly InstanceEntry[]): Culprit | null {
  const record = death.hang ?? (death.crash?.fromOutside ? null : death.crash);
  if (!record || record.call === 'none') return null;
  const { instance, uri, call } = record;
  const entry = entries.find((it) => (instance === null ? it.plugin.uri === uri : it.instance === instance));
  if (!entry) return null;
  return { instance: entry.instance, plugin: entry.plugin.name, call, hung: death.hang !== null };
}

/**
 * The failure that a culprit stands for.
 * @param limitSeconds what a call may take
 */
export function culpritFailure(culprit: Culprit, limitSeconds: number): Failure {
  const { plugin, call } = culprit;
  return culprit.hung
    ? failure('plugin_timeout', { plugin, call, limit: `${limitSeconds} s` })
    : failure('plugin_crashed', { plugin, call });
}

/** Calls that happen again in the same way when a worker is laid anew. */
const repeating = new Set(['load', 'init', 'activate', 'state']);

const windowMs = 10_000;

/** Notes a fault; true when the instance is to be left out from now on. */
export function shouldIsolate(
  entry: InstanceEntry,
  culprit: Culprit,
  nowMs: number,
  restartLimit: number,
): boolean {
  entry.faultTimes = [...entry.faultTimes.filter((time) => nowMs - time < windowMs), nowMs];
  return culprit.hung || repeating.has(culprit.call) || entry.faultTimes.length > restartLimit;
}
