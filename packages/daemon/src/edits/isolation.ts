import type { Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { type InstanceEntry, instanceOfPort } from '../graph/graph.js';
import type { Session } from '../session.js';
import { type EdgeChange, replaceEdges } from '../workers/edit-edges.js';
import { follow, otherEdges, rewire, touches } from './rewire.js';

/**
 * Leaves an instance out of its chain, which is wired past it. Connections that have no other place to go are kept for its return. Its
 * own worker may be down, so that edges to it cannot be undone there; the graph is what counts.
 */
export async function isolate(session: Session, entry: InstanceEntry, reason: string): Promise<void> {
  const { graph } = session;
  entry.reason = reason;
  const chain = graph.chains.get(entry.chain);
  if (entry.state === 'isolated' || !chain) return;
  const others = otherEdges(session, entry, chain);
  const before = graph.wiringOf(chain).ends;
  await rewire(session, chain, () => {
    entry.state = 'isolated';
  });
  const after = graph.wiringOf(chain).ends;
  const stays = (edge: (typeof others)[number]) =>
    follow([edge], before, after).every((it) => touches(it, entry));
  entry.held = others.filter(stays);
  graph.connections = graph.connections.filter((edge) => !touches(edge, entry));
}

/** Puts an instance that was left out back into its chain, with the connections that went with it. */
export async function rejoin(
  session: Session,
  entry: InstanceEntry,
  also?: EdgeChange['also'],
): Promise<Result<void, Failure>> {
  const { graph, events } = session;
  const chain = graph.chain(entry.chain);
  if (!chain.ok) return chain;
  const change = () => Object.assign(entry, { state: 'running', reason: '' });
  const done = await rewire(session, chain.value, change, also);
  const isThere = (port: string) => graph.instances.has(instanceOfPort(port) ?? entry.instance);
  const held = entry.held.filter((edge) => isThere(edge.from) && isThere(edge.to));
  entry.held = [];
  const returned = await replaceEdges(session, [], held);
  if (!returned.ok) events.log(2, returned.error.message);
  return done;
}
