import { ok, type Result } from '@plugin-hostd/base';
import { type Connection, type Failure, fail } from '@plugin-hostd/contracts';
import type { Edge } from '@plugin-hostd/planner';
import type { Session } from '../session.js';
import { isInside, ownName, route, sendConnect, sendDisconnect } from '../workers/route.js';
import type { Nothing } from './nothing.js';

function edgeOf(session: Session, connection: Connection): Edge {
  const { from, to, gain } = connection;
  return { from: ownName(session.graph, from), to: ownName(session.graph, to), gain };
}

const same = (a: Edge, b: Edge) => a.from === b.from && a.to === b.to;

/** Connects two ports; between ports that are connected already, it sets the gain. */
export async function connect(session: Session, connection: Connection): Promise<Result<Nothing, Failure>> {
  const { graph } = session;
  const edge = edgeOf(session, connection);
  if (edge.gain !== 1 && !isInside(graph, edge)) {
    const reason = 'only a connection inside a client has a gain';
    return fail('connect_failed', { from: edge.from, to: edge.to, reason });
  }
  const routed = await route(session, edge);
  if (!routed.ok) return routed;
  const done = await sendConnect(routed.value);
  if (!done.ok) return done;
  graph.connections = graph.connections.filter((other) => !same(other, edge)).concat(edge);
  session.events.emit({ type: 'graph', reason: `${edge.from} was connected to ${edge.to}` });
  return ok({});
}

export async function disconnect(
  session: Session,
  connection: Connection,
): Promise<Result<Nothing, Failure>> {
  const { graph } = session;
  const edge = edgeOf(session, connection);
  const routed = await route(session, edge);
  if (!routed.ok) return routed;
  const done = await sendDisconnect(routed.value);
  if (!done.ok) return done;
  graph.connections = graph.connections.filter((other) => !same(other, edge));
  session.events.emit({ type: 'graph', reason: `${edge.from} was disconnected from ${edge.to}` });
  return ok({});
}
