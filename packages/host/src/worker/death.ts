import type { PluginCall } from '@plugin-hostd/contracts';
import type { CrashRecord } from '../status/decode.js';

/** A plugin call that did not return, after which the worker was killed. */
export interface HangRecord {
  /** Instance that control was calling; null when it was not inside a plugin. */
  readonly instance: number | null;
  readonly call: PluginCall;
  /** Plugin that control was loading, '' for none. */
  readonly uri: string;
}

/** How a worker ended. */
export interface WorkerDeath {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** What its signal handler recorded; null when it ended otherwise. */
  readonly crash: CrashRecord | null;
  /** Set when we ended it because a call hung. */
  readonly hang: HangRecord | null;
}

/** How a worker ended, as a reason that continues a sentence. */
export function describeDeath(death: WorkerDeath): string {
  if (death.hang) return death.hang.call === 'none' ? 'it hung' : `it hung in ${death.hang.call}`;
  if (death.crash?.fromOutside) return `it was killed by signal ${death.crash.signal}`;
  if (death.crash) {
    const where = death.crash.call === 'none' ? '' : ` in ${death.crash.call} of a plugin`;
    return `it crashed with signal ${death.crash.signal}${where}`;
  }
  if (death.signal) return `it was killed by ${death.signal}`;
  return death.exitCode === null ? 'it disappeared' : `it exited with ${death.exitCode}`;
}
