import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import { type Edge, edgeDifference } from '@plugin-hostd/planner';
import type { Session } from '../session.js';
import { connectEdge, disconnectEdge, homeOf } from './route.js';

/** The first failure among results, else success. */
export function firstFailure(results: readonly Result<unknown, Failure>[]): Result<void, Failure> {
  for (const result of results) if (!result.ok) return result;
  return ok(undefined);
}

/** Runs edits between `begin` and `commit` on each worker, so that each hears them as one change. */
export async function asOneChange(
  workers: readonly Worker[],
  edits: () => readonly Promise<Result<unknown, Failure>>[],
): Promise<Result<void, Failure>> {
  const begun = workers.map((worker) => worker.command('begin'));
  const edited = edits();
  const results = await Promise.all([...begun, ...edited]);
  const committed = await Promise.all(workers.map((worker) => worker.command('commit')));
  return firstFailure([...results, ...committed]);
}

/** The running workers that edges touch. */
export function workersOf(session: Session, edges: readonly Edge[]): readonly Worker[] {
  const names = new Set(
    edges
      .flatMap((edge) => [homeOf(session.graph, edge.from), homeOf(session.graph, edge.to)])
      .flatMap((home) => (home ? [home.worker] : [])),
  );
  return [...names].map((name) => session.workers.get(name)).filter((worker) => worker !== undefined);
}

/**
 * Turns one set of connections into another, as one change per worker, and notes the result in the graph.
 * @param also other edits that belong to the same change
 */
export async function replaceEdges(
  session: Session,
  before: readonly Edge[],
  after: readonly Edge[],
  also: () => readonly Promise<Result<unknown, Failure>>[] = () => [],
): Promise<Result<void, Failure>> {
  const { graph } = session;
  const { removed, added } = edgeDifference(before, after);
  const done = await asOneChange(workersOf(session, [...removed, ...added]), () => [
    ...removed.map((edge) => disconnectEdge(session, edge)),
    ...added.map((edge) => connectEdge(session, edge)),
    ...also(),
  ]);
  const gone = new Set(removed.map((edge) => `${edge.from}\n${edge.to}`));
  graph.connections = graph.connections.filter((edge) => !gone.has(`${edge.from}\n${edge.to}`)).concat(added);
  return done;
}
