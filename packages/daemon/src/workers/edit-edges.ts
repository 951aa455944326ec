import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import { type Edge, edgeDifference } from '@plugin-hostd/planner';
import type { Session } from '../session.js';
import { type RoutedEdge, route, sendConnect, sendDisconnect } from './route.js';

type Outcome = Result<unknown, Failure>;

/** The first failure among results, else success. */
export function firstFailure(results: readonly Outcome[]): Result<void, Failure> {
  for (const result of results) if (!result.ok) return result;
  return ok(undefined);
}

/**
 * Sends edits between `begin` and `commit` on each worker, so that each hears them as one change. Everything goes out at once and in
 * order: `edits` must send, not wait.
 */
export async function asOneChange(
  workers: readonly Worker[],
  edits: () => readonly Promise<Outcome>[],
): Promise<Result<void, Failure>> {
  const begun = workers.map((worker) => worker.command('begin'));
  const edited = edits();
  const committed = workers.map((worker) => worker.command('commit'));
  return firstFailure(await Promise.all([...edited, ...begun, ...committed]));
}

/** Routes of connections, and the first failure to find one. */
async function routeAll(
  session: Session,
  edges: readonly Edge[],
): Promise<{ readonly routes: readonly RoutedEdge[]; readonly outcome: Result<void, Failure> }> {
  const routed = await Promise.all(edges.map((edge) => route(session, edge)));
  const routes = routed.flatMap((it) => (it.ok ? [it.value] : []));
  return { routes, outcome: firstFailure(routed) };
}

/** Sends connections of a change that has begun. */
export async function sendEdges(session: Session, edges: readonly Edge[]): Promise<Result<void, Failure>> {
  const { routes, outcome } = await routeAll(session, edges);
  const sent = await Promise.all(routes.map(sendConnect));
  return firstFailure([outcome, ...sent]);
}

/** What belongs to one change of a worker's graph. */
export interface EdgeChange {
  readonly removed: readonly Edge[];
  readonly added: readonly Edge[];
  /** Sends other commands of the same change; they come after those of the edges. */
  readonly also?: () => readonly Promise<Outcome>[];
}

/** Makes a change, as one per worker. */
export async function changeEdges(session: Session, change: EdgeChange): Promise<Result<void, Failure>> {
  const [removed, added] = await Promise.all([
    routeAll(session, change.removed),
    routeAll(session, change.added),
  ]);
  const workers = [...new Set([...removed.routes, ...added.routes].map((it) => it.worker))];
  const done = await asOneChange(workers, () => [
    ...removed.routes.map(sendDisconnect),
    ...added.routes.map(sendConnect),
    ...(change.also?.() ?? []),
  ]);
  return firstFailure([removed.outcome, added.outcome, done]);
}

const pair = ({ from, to }: Edge) => `${from}\n${to}`;

/** Turns one set of connections into another, and notes the result in the graph. */
export async function replaceEdges(
  session: Session,
  before: readonly Edge[],
  after: readonly Edge[],
  also?: EdgeChange['also'],
): Promise<Result<void, Failure>> {
  const { graph } = session;
  const { removed, added } = edgeDifference(before, after);
  const done = await changeEdges(session, also ? { removed, added, also } : { removed, added });
  const gone = new Set(removed.map(pair));
  graph.connections = graph.connections.filter((edge) => !gone.has(pair(edge))).concat(added);
  return done;
}
