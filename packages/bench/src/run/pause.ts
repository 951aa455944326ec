import { setTimeout as sleep } from 'node:timers/promises';

/** Thrown inside a bench when its run is aborted; the runner turns it into the failure `interrupted`. */
export class Aborted extends Error {}

/** Waits; throws {@link Aborted} when the signal comes first. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw new Aborted();
  }
}
