import type { Result } from '@plugin-hostd/base';
import type { ScanOptions } from '@plugin-hostd/catalogue';
import type { Failure, Plugin, ScanFailure, Settings } from '@plugin-hostd/contracts';
import type { AudioServer } from './audio-server/audio-server.js';
import type { EditQueue } from './edits/queue.js';
import type { EventHub } from './events.js';
import type { Graph } from './graph/graph.js';
import type { WorkerPool } from './workers/pool.js';

/** What the daemon needs of a catalogue. */
export interface PluginCatalogue {
  readonly plugins: readonly Plugin[];
  readonly failures: readonly ScanFailure[];
  scan(options?: ScanOptions): Promise<Result<void, Failure>>;
  resolve(text: string): Promise<Result<Plugin, Failure>>;
}

/** Everything that the parts of a running daemon share. */
export interface Session {
  readonly settings: Settings;
  readonly graph: Graph;
  readonly workers: WorkerPool;
  readonly events: EventHub;
  readonly edits: EditQueue;
  readonly catalogue: PluginCatalogue;
  /** Null while it is gone. */
  server: AudioServer | null;
  /** Looks whether the server is still there, before a first worker joins it. */
  checkServer(): Promise<void>;
}
