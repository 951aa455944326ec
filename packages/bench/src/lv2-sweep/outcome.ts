import type { Failure } from '@plugin-hostd/contracts';
import { describeDeath, type WorkerDeath } from '@plugin-hostd/host';

/** How a plugin fared. */
export type Verdict = 'ok' | 'refused' | 'crashed' | 'timed out' | 'non-finite' | 'state lost' | 'failed';

export const verdicts: readonly Verdict[] = [
  'ok',
  'refused',
  'crashed',
  'timed out',
  'non-finite',
  'state lost',
  'failed',
];

export interface Outcome {
  readonly verdict: Verdict;
  /** Why it is not ok; empty when it is. */
  readonly reason: string;
  readonly seconds: number;
}

/** Why a worker that was asked something is gone, with the plugin and the call that its registers blame. */
export function deathOutcome(death: WorkerDeath, doing: string): Omit<Outcome, 'seconds'> {
  if (death.hang) return { verdict: 'timed out', reason: `${describeDeath(death)}, ${doing}` };
  const isBlamed = death.crash !== null && death.crash.call !== 'none';
  const blame = isBlamed ? 'the plugin is blamed' : 'nobody is blamed';
  return { verdict: 'crashed', reason: `${describeDeath(death)} (${blame}), ${doing}` };
}

/** What a failed command means. */
export function failedOutcome({ code, message }: Failure, doing: string): Omit<Outcome, 'seconds'> {
  const isRefusal = code === 'plugin_refused' || /requires the (feature|option)/.test(message);
  return { verdict: isRefusal ? 'refused' : 'failed', reason: `${message} (${doing})` };
}
