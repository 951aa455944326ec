import { type Failure, failure } from '@plugin-hostd/contracts';
import { commandLimitMs, type WorkerDeath } from '@plugin-hostd/host';
import type { InstanceEntry } from '../graph/graph.js';

/** The plugin whose code ended a worker. */
export interface Culprit {
  readonly instance: number;
  readonly plugin: string;
  readonly call: string;
  /** It hung, rather than crashed. */
  readonly hung: boolean;
}

/** Who ended a worker, where that is certain: the plugin inside whose code the faulting or hung thread was. */
export function culpritOf(death: WorkerDeath, nameOf: (instance: number) => string): Culprit | null {
  const record = death.hang ?? (death.crash?.fromOutside ? null : death.crash);
  if (!record || record.instance === null) return null;
  const { instance, call } = record;
  return { instance, plugin: nameOf(instance), call, hung: death.hang !== null };
}

/** The failure that a culprit stands for. */
export function culpritFailure(culprit: Culprit): Failure {
  const { plugin, call } = culprit;
  return culprit.hung
    ? failure('plugin_timeout', { plugin, call, limit: `${commandLimitMs / 1000} s` })
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
