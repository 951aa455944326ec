import { instanceFlags } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import { count } from '../output/format.js';
import type { PlannedPart } from './load-chain.js';

/** Rules that a plugin broke while it was rendered, in blocks. */
export interface Faults {
  readonly plugin: string;
  /** Output that was no number, and was silenced. */
  readonly nonfiniteBlocks: number;
  /** Output above +24 dBFS, which was clamped. */
  readonly clampedBlocks: number;
  /** Blocks that it refused to process. */
  readonly errorBlocks: number;
  /** It was left out in the end. */
  readonly isolated: boolean;
}

/** What the plugins did wrong, from the worker's status page; nothing for those that did all right. */
export async function readFaults(worker: Worker, parts: readonly PlannedPart[]): Promise<readonly Faults[]> {
  const page = await worker.readStatus();
  if (!page.ok) return [];
  return page.value.instances
    .map(({ instance, nonfiniteBlocks, clampedBlocks, errorBlocks, flags }) => ({
      plugin: parts[instance]?.plugin.name ?? String(instance),
      nonfiniteBlocks,
      clampedBlocks,
      errorBlocks,
      isolated: (flags & instanceFlags.isolated) !== 0,
    }))
    .filter((it) => it.isolated || it.nonfiniteBlocks + it.clampedBlocks + it.errorBlocks > 0);
}

/** A line for a person. */
export function faultLine(faults: Faults): string {
  const what = [
    faults.nonfiniteBlocks === 0 ? '' : `${count(faults.nonfiniteBlocks, 'block')} not finite, silenced`,
    faults.clampedBlocks === 0 ? '' : `${count(faults.clampedBlocks, 'block')} above +24 dBFS, clamped`,
    faults.errorBlocks === 0 ? '' : `${count(faults.errorBlocks, 'block')} that it refused`,
    faults.isolated ? 'left out in the end' : '',
  ].filter(Boolean);
  return `warning: ${faults.plugin}: ${what.join('; ')}`;
}
