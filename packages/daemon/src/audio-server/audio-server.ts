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
  /** Ends it when it is ours; resolves when it is gone. */
  end(): Promise<void>;
}

/** A server that is not ours: nothing to watch, nothing to end. */
export const foreign = {
  gone: new Promise<string>(() => {}),
  end: () => Promise.resolve(),
};
