import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Mode } from '@plugin-hostd/contracts';

/** Where an instance runs: the worker process, and the client in it. */
export interface Placement {
  readonly instance: number;
  readonly worker: string;
  readonly client: string;
}

/** What a placement is worked out from. */
export interface PlaceRequest {
  readonly mode: Mode;
  readonly chain: string;
  /** In the order of the signal. */
  readonly instances: readonly number[];
  /** Clients chosen by hand, by instance. */
  readonly chosen?: ReadonlyMap<number, string>;
}

/**
 * The client that a mode puts an instance into: that of the whole chain, or one of its own, named effect_<instance> as in mod-host.
 * A bridged instance has a process of its own, but its client is the chain's.
 */
export function clientOf(mode: Mode, chain: string, instance: number): string {
  return mode === 'single' ? `effect_${instance}` : chain;
}

/**
 * Places the instances of a chain: where a client was chosen by hand, else where the mode says. Worker and client have one name.
 * Plugins of one client must stand side by side: a signal that comes back to a client that it left would make the graph of clients
 * cyclic. Failure: placement_cycle.
 */
export function place(request: PlaceRequest): Result<readonly Placement[], Failure> {
  const { mode, chain, instances, chosen } = request;
  const clients = instances.map((instance) => chosen?.get(instance) ?? clientOf(mode, chain, instance));
  for (const [index, client] of clients.entries()) {
    const neighbour = clients[index - 1];
    if (neighbour === undefined || neighbour === client || clients.indexOf(client) >= index) continue;
    return fail('placement_cycle', { position: index + 1, client, neighbour });
  }
  return ok(
    instances.map((instance, index) => {
      const client = clients[index] as string;
      return { instance, worker: client, client };
    }),
  );
}

/** Clients of the instances next to a place in a chain. */
export interface Neighbours {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The client for an instance that is added to a chain when none was chosen: one that closes no cycle. */
export function clientAmong(
  mode: Mode,
  chain: string,
  instance: number,
  { before, after }: Neighbours,
): string {
  if (mode !== 'single') return before ?? after ?? chain;
  return before !== undefined && before === after ? before : clientOf(mode, chain, instance);
}
