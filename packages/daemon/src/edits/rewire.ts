import type { Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { ChainEnds, ChainWiring, Edge } from '@plugin-hostd/planner';
import type { ChainEntry, InstanceEntry } from '../graph/graph.js';
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

/** Whether a connection has an end at an instance. */
export function touches(edge: Edge, { instance }: Pick<InstanceEntry, 'instance'>): boolean {
  const prefix = `effect_${instance}:`;
  return edge.from.startsWith(prefix) || edge.to.startsWith(prefix);
}

/** Connections with a port of an instance that are not its chain's. */
export function otherEdges(session: Session, entry: InstanceEntry, chain: ChainEntry): readonly Edge[] {
  const own = new Set(session.graph.wiringOf(chain).edges.map((edge) => `${edge.from}\n${edge.to}`));
  return session.graph.connections.filter(
    (edge) => touches(edge, entry) && !own.has(`${edge.from}\n${edge.to}`),
  );
}

/**
 * Wires a chain anew after a change of what it consists of, as one change per worker. Where it ends with the ports of its plugins
 * (they are in several clients), what is connected to its ends moves along.
 * @param change changes the graph
 * @param also other commands of the same change
 * @param dropped connections that go with it
 */
export async function rewire(
  session: Session,
  chain: ChainEntry,
  change: () => void,
  also?: EdgeChange['also'],
  dropped: readonly Edge[] = [],
): Promise<Result<void, Failure>> {
  const { graph } = session;
  const before = graph.wiringOf(chain);
  const outside = outsideEdges(graph.connections, before);
  change();
  const after = graph.wiringOf(chain);
  const kept = follow(outside, before.ends, after.ends);
  const lost = dropped.filter((edge) => !outside.includes(edge));
  return replaceEdges(session, [...before.edges, ...outside, ...lost], [...after.edges, ...kept], also);
}
