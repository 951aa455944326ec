import { Presets, SingleBar } from 'cli-progress';
import type { Context } from '../context.js';

/** Shows how far a piece of work is. */
export interface Progress {
  update(done: number, total: number): void;
  /** Takes the bar away. */
  stop(): void;
}

/** A bar on standard error that appears with its first update; nothing where no person looks. */
export function progressBar(context: Pick<Context, 'err' | 'json'>, title: string): Progress {
  if (context.err.isTTY !== true || context.json) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar(
    {
      format: `${title} {bar} {percentage} %, {eta} s left`,
      stream: context.err as unknown as NodeJS.WritableStream,
      clearOnComplete: true,
      hideCursor: true,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update: (done, total) => {
      if (!started) bar.start(total, done);
      else bar.update(done);
      started = true;
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}
