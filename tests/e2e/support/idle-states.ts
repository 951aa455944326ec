// Keeps the processor out of its deeper idle states, whose exit delays wake-ups.
import { closeSync, openSync, writeSync } from 'node:fs';

/** Holds /dev/cpu_dma_latency at 0 µs until the returned function is called; does nothing where that is not allowed. */
export function holdIdleStates(): () => void {
  try {
    const file = openSync('/dev/cpu_dma_latency', 'r+');
    writeSync(file, Buffer.alloc(4));
    return () => closeSync(file);
  } catch {
    return () => {};
  }
}
