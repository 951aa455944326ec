import type { Server } from '@plugin-hostd/contracts';
import type { WorkerDriver } from '@plugin-hostd/host';

/** Full names of the server's physical ports, in its order. */
export interface PhysicalPorts {
  readonly capture: readonly string[];
  readonly playback: readonly string[];
}

/** An audio server that workers can join. */
export interface AudioServer {
  readonly info: Server;
  readonly driver: WorkerDriver;
  readonly physical: PhysicalPorts;
  /** Resolves when the server is gone, as far as the daemon can see it itself; a foreign one is seen by the workers. */
  readonly gone: Promise<string>;
  /** Whether it is there now: for one that nobody watches while no worker runs. */
  alive(): Promise<boolean>;
  /** Ends it when it is ours, and stops watching it when it is not; resolves when that is done. */
  end(): Promise<void>;
}
