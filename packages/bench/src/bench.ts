import type { Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Bar } from './bar.js';
import type { Table } from './report/table.js';
import type { Scope } from './run/scope.js';

/** What is known of a bench before it runs. */
export interface BenchInfo {
  readonly name: string;
  /** One line: what it measures. */
  readonly summary: string;
  /** What must be there: programs, plugins, rights. */
  readonly needs: readonly string[];
  /** About how long it takes. */
  readonly seconds: { readonly quick: number; readonly full: number };
}

/** What a bench found. */
export interface Measurement {
  readonly bars: readonly Bar[];
  readonly tables: readonly Table[];
  /** What a reader must know to judge the figures, and what was not measured. */
  readonly notes: readonly string[];
  /** Every sample, for others to compute with. */
  readonly samples: Readonly<Record<string, unknown>>;
}

/** What a running bench is given. */
export interface BenchContext {
  readonly quick: boolean;
  /** Decides the order of what is interleaved, and the resampling. */
  readonly seed: number;
  /** Aborted when the run is to end early. */
  readonly signal: AbortSignal;
  /** Ends what was started and deletes what was written, whatever happens. */
  readonly scope: Scope;
  /** A folder that is deleted at the end. */
  readonly runDir: string;
  /** Program and arguments that run a daemon in the foreground, without its options. */
  readonly daemonCommand: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Says what is done now, and how many seconds of work that is. */
  readonly step: (label: string, seconds: number) => void;
}

/** A measurement that people can run by name. */
export interface Bench extends BenchInfo {
  readonly run: (context: BenchContext) => Promise<Result<Measurement, Failure>>;
}
