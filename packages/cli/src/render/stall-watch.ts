import type { HangRecord, Worker } from '@plugin-hostd/host';

/** A plugin that does not return from a block within this time hangs. */
const stallLimitMs = 10_000;
const keepAliveMs = 1000;

/** Watches the progress of a render. */
export interface StallWatch {
  /** Called with each report of frames done. */
  progress(done: number): void;
  /** The call that the render was stuck in when it was ended for that; undefined when it never was. */
  hang(): HangRecord | undefined;
  stop(): void;
}

/**
 * Kills the worker when its reports stay the same for 10 s: a thread that is stuck inside a plugin cannot be freed otherwise. Also keeps
 * this process alive, since nothing ties the worker to it.
 */
export function watchForStall(worker: Worker): StallWatch {
  let last = -1;
  let sinceMs = performance.now();
  let hang: HangRecord | undefined;
  let ending = false;
  const end = async () => {
    ending = true;
    const page = await worker.readStatus();
    const blamed = page.ok ? page.value.clients.find((client) => client.blame !== null) : undefined;
    hang = { instance: null, call: 'none', ...blamed?.blame, uri: '' };
    worker.kill();
  };
  const alive = setInterval(() => {}, keepAliveMs);
  return {
    progress: (done) => {
      if (done !== last) {
        last = done;
        sinceMs = performance.now();
      } else if (!ending && performance.now() - sinceMs >= stallLimitMs) void end();
    },
    hang: () => hang,
    stop: () => clearInterval(alive),
  };
}
