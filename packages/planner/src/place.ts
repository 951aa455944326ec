import type { Mode } from '@plugin-hostd/contracts';

/** Where an instance runs: the worker process, and the client in it. */
export interface Placement {
  readonly instance: number;
  readonly worker: string;
  readonly client: string;
}

/**
 * Places the instances of a chain: grouped puts all into one worker and client named after the chain; single gives each a worker
 * and client of its own, named effect_<instance> as in mod-host.
 */
export function place(mode: Mode, chain: string, instances: readonly number[]): readonly Placement[] {
  return instances.map((instance) => {
    const name = mode === 'grouped' ? chain : `effect_${instance}`;
    return { instance, worker: name, client: name };
  });
}
