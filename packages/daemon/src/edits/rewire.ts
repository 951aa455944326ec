import type { Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { ChainEnds, ChainWiring, Edge } from '@plugin-hostd/planner';
import type { ChainEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { type EdgeChange, replaceEdges } from '../workers/edit-edges.js';

/** Connections of a chain's ends with the world: those that are not of the chain's own wiring. */
function outsideEdges(connections: readonly Edge[], wiring: ChainWiring): readonly Edge[] {
  const { inputs, outputs } = wiring.ends;
  const own = new Set(wiring.edges.map(({ from, to }) => `${from}\n${to}`));
  return connections.filter(
    ({ from, to }) => (inputs.includes(to) || outputs.includes(from)) && !own.has(`${from}\n${to}`),
  );
}

/** The same connections at a chain's new ends: what led to its n-th input leads to its n-th input. */
export function follow(edges: readonly Edge[], before: ChainEnds, after: ChainEnds): readonly Edge[] {
  const moved = (port: string, old: readonly string[], now: readonly string[]) => {
    const index = old.indexOf(port);
    return index < 0 ? port : now[index];
  };
  return edges.flatMap((edge) => {
    const to = moved(edge.to, before.inputs, after.inputs);
    const from = moved(edge.from, before.outputs, after.outputs);
    return from === undefined || to === undefined ? [] : [{ ...edge, from, to }];
  });
}

/**
 * Wires a chain for another series of its instances, as one change per worker. Where a chain ends with the ports of its plugins (mode
 * single), what is connected to its ends moves along.
 * @param also other commands of the same change
 * @param dropped connections that go with it
 */
export async function rewire(
  session: Session,
  chain: ChainEntry,
  instances: readonly number[],
  also?: EdgeChange['also'],
  dropped: readonly Edge[] = [],
): Promise<Result<void, Failure>> {
  const { graph } = session;
  const before = graph.wiringOf(chain);
  const after = graph.wiringOf(chain, instances);
  const outside = outsideEdges(graph.connections, before);
  const kept = follow(outside, before.ends, after.ends);
  chain.instances = [...instances];
  const lost = dropped.filter((edge) => !outside.includes(edge));
  return replaceEdges(session, [...before.edges, ...outside, ...lost], [...after.edges, ...kept], also);
}
