import { closeSync, openSync, writeSync } from 'node:fs';
import type { Scope } from '../run/scope.js';

/**
 * Keeps the processors out of deep idle states until the scope closes: leaving one takes up to milliseconds and would be
 * measured as ours. The kernel honours the request as long as the file is open. False where that is not permitted.
 */
export function holdCpuLatency(scope: Scope): boolean {
  try {
    const file = openSync('/dev/cpu_dma_latency', 'w');
    writeSync(file, Buffer.alloc(4)); // a 32-bit zero: no latency at all
    scope.defer(() => closeSync(file));
    return true;
  } catch {
    return false;
  }
}
