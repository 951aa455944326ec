import type { Result } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import type { Failure } from '@plugin-hostd/contracts';

/** A stream that the program writes to; a terminal tells its size. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** What a command may use of the world around it. Tests pass their own. */
export interface Context {
  readonly out: Output;
  readonly err: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the daemon's files are. */
  readonly runDir: string;
  /** A program reads the output. */
  readonly json: boolean;
  /** Aborted when the user or the system asks the program to end; see {@link endReason}. */
  readonly signal: AbortSignal;
  /** The daemon that runs. */
  findClient(): Promise<Result<Client, Failure>>;
  /** The daemon that runs, or one started now. */
  ensureClient(): Promise<Result<Client, Failure>>;
}

/** Why a context's signal was aborted: the signal that came, or nobody reads the output or waits for us any more. */
export type EndReason = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'output' | 'parent';
