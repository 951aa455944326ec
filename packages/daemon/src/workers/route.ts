import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';
import type { Reply, Worker } from '@plugin-hostd/host';
import type { Edge } from '@plugin-hostd/planner';
import { clientOfPort, type Graph, instanceOfPort, isClientPort } from '../graph/graph.js';
import type { Session } from '../session.js';

/** Where a port is: the worker and client that have it; null for a port of the audio server. */
export interface PortHome {
  readonly worker: string;
  readonly client: string;
}

export function homeOf(graph: Graph, port: string): PortHome | null {
  const number = instanceOfPort(port);
  const entry = number === null ? undefined : graph.instances.get(number);
  if (entry) return { worker: entry.worker, client: entry.client };
  const client = clientOfPort(port);
  return client !== null && graph.hasClient(client) ? { worker: client, client } : null;
}

/** The name of a port as we keep it: `<client>:effect_<n>:<symbol>` is `effect_<n>:<symbol>`. */
export function ownName(graph: Graph, port: string): string {
  const match = /^(.+):(effect_\d+:.+)$/.exec(port);
  if (!match?.[2]) return port;
  return homeOf(graph, match[2])?.client === match[1] ? match[2] : port;
}

/** Whether an edge stays inside one client, so that it may have a gain. */
export function isInside(graph: Graph, edge: Edge): boolean {
  const from = homeOf(graph, edge.from);
  const to = homeOf(graph, edge.to);
  return from !== null && to !== null && from.worker === to.worker && from.client === to.client;
}

/** The port as a worker other than its own names it: made visible in the audio server when it is an instance's. */
async function outsideName(session: Session, port: string): Promise<Result<string, Failure>> {
  const home = homeOf(session.graph, port);
  if (!home || isClientPort(port, home.client)) return ok(port);
  const worker = session.workers.get(home.worker);
  if (!worker) return fail('worker_lost', { worker: home.worker, reason: 'it is not running' });
  const exposed = await worker.command('expose', port);
  return exposed.ok ? ok(exposed.value.value) : exposed;
}

/** A connection with the worker that makes it and the names that this one knows the ports by. */
export interface RoutedEdge extends Edge {
  readonly worker: Worker;
  /** It stays inside a client. */
  readonly inside: boolean;
}

/** Finds out which worker makes a connection: the one that has its first end, else the other's. */
export async function route(session: Session, edge: Edge): Promise<Result<RoutedEdge, Failure>> {
  const { graph, workers } = session;
  const from = homeOf(graph, edge.from);
  const to = homeOf(graph, edge.to);
  const owner = from ?? to;
  if (!owner)
    return fail('connect_failed', {
      from: edge.from,
      to: edge.to,
      reason: 'neither is a port of an instance',
    });
  const worker = workers.get(owner.worker);
  if (!worker) return fail('worker_lost', { worker: owner.worker, reason: 'it is not running' });
  if (from && to && from.worker === to.worker) return ok({ ...edge, worker, inside: isInside(graph, edge) });
  if (!from || !to) return ok({ ...edge, worker, inside: false });
  const outside = await outsideName(session, edge.to);
  return outside.ok ? ok({ ...edge, to: outside.value, worker, inside: false }) : outside;
}

/** Sends the command that makes a connection. A gain counts inside a client only. */
export function sendConnect({ worker, inside, from, to, gain }: RoutedEdge): Promise<Result<Reply, Failure>> {
  return inside && gain !== 1
    ? worker.command('connect', from, to, gain)
    : worker.command('connect', from, to);
}

/** Sends the command that undoes a connection. */
export function sendDisconnect({ worker, from, to }: RoutedEdge): Promise<Result<Reply, Failure>> {
  return worker.command('disconnect', from, to);
}
