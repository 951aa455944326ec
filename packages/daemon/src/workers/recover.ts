import type { Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import { describeDeath, type Worker, type WorkerDeath } from '@plugin-hostd/host';
import { isolate } from '../edits/isolation.js';
import type { InstanceEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { type Culprit, culpritFailure, culpritOf, shouldIsolate } from './blame.js';
import { layWorker } from './lay.js';

/** Restarts in a row before a worker whose end nobody is blamed for is given up. */
const attempts = 8;
const buryLimitMs = 2000;

/** Waits for the end of a worker that cannot be reached; one that only closed its connection is ended. */
export async function deathOf(worker: Worker): Promise<WorkerDeath> {
  const timer = setTimeout(() => worker.kill(), buryLimitMs);
  const death = await worker.death;
  clearTimeout(timer);
  return death;
}

/** Who ended a worker, among what it ran. */
export function culpritIn(session: Session, worker: Worker, death: WorkerDeath): Culprit | null {
  return culpritOf(death, session.graph.entriesOn(worker.name));
}

/** Leaves the culprit out of its chain. */
async function leaveOut(session: Session, entry: InstanceEntry, culprit: Culprit): Promise<void> {
  await isolate(session, entry, `left out: it ${culprit.hung ? 'hung' : 'crashed'} in ${culprit.call}`);
  const text = `${entry.plugin.name} (instance ${entry.instance}) is ${entry.reason}; the rest plays on`;
  session.events.log(3, text);
}

/** Tells everyone of a worker's end, and draws the consequences for who caused it. */
async function mourn(session: Session, worker: Worker, death: WorkerDeath): Promise<Culprit | null> {
  const { graph, events, settings } = session;
  const culprit = culpritIn(session, worker, death);
  const reason = describeDeath(death);
  for (const entry of graph.entriesOn(worker.name))
    if (entry.state !== 'isolated')
      Object.assign(entry, { state: 'lost', reason: `its worker ended: ${reason}` });
  const blamed = culprit && { instance: culprit.instance, plugin: culprit.plugin, call: culprit.call };
  const event = { type: 'worker', worker: worker.name, state: 'lost', reason } as const;
  events.emit(blamed ? { ...event, culprit: blamed } : event);
  const entry = culprit ? graph.instances.get(culprit.instance) : undefined;
  if (culprit && entry && shouldIsolate(entry, culprit, performance.now(), settings.restartLimit))
    await leaveOut(session, entry, culprit);
  return culprit;
}

function giveUp(session: Session, name: string, failure: Failure): void {
  const reason = failure.message;
  for (const entry of session.graph.entriesOn(name))
    if (entry.state !== 'isolated') Object.assign(entry, { state: 'lost', reason });
  session.events.emit({ type: 'worker', worker: name, state: 'ended', reason });
}

/** Starts a worker anew until it holds; a plugin that ends it again while it is laid is left out. */
async function restart(session: Session, name: string): Promise<Result<void, Failure>> {
  let laid: Result<void, Failure> = await layWorker(session, name);
  for (let n = 1; !laid.ok && n < attempts; n += 1) {
    const worker = session.workers.get(name);
    if (!worker || worker.connected) break; // no crash: trying again would change nothing
    const death = await deathOf(worker);
    session.workers.drop(worker);
    await mourn(session, worker, death);
    laid = await layWorker(session, name);
  }
  return laid;
}

/** Whether somebody ended the worker on purpose, or the kernel for want of memory. */
function endedFromOutside(death: WorkerDeath): boolean {
  return death.crash ? death.crash.fromOutside : death.signal === 'SIGKILL' || death.signal === 'SIGTERM';
}

/** Whether a worker ends so often for no known reason that starting it again is no use. */
function isHopeless(session: Session, worker: Worker, death: WorkerDeath, culprit: Culprit | null): boolean {
  if (culprit || endedFromOutside(death)) return false;
  return session.workers.countUnexplained(worker.name, performance.now()) > session.settings.restartLimit;
}

/**
 * Brings back what a dead worker ran: restarts it with the graph re-laid. Once per death, whoever comes first; belongs into the edit
 * queue.
 * @returns the failure that the culprit stands for, where there is one
 */
export async function recoverWorker(
  session: Session,
  worker: Worker,
  death: WorkerDeath,
): Promise<Failure | null> {
  const { name } = worker;
  if (!session.workers.drop(worker)) return null;
  const culprit = await mourn(session, worker, death);
  const isWanted = session.graph.entriesOn(name).some((entry) => entry.state !== 'isolated');
  if (isHopeless(session, worker, death, culprit)) {
    const reason = `${describeDeath(death)}, too often and for no known reason; bring it back with: plugin-hostd retry`;
    giveUp(session, name, failure('worker_lost', { worker: name, reason }));
  } else if (isWanted && session.server) {
    const laid = await restart(session, name);
    if (laid.ok) {
      session.workers.countRestart(name);
      const reason = 'the graph was laid anew';
      session.events.emit({ type: 'worker', worker: name, state: 'restarted', reason });
    } else giveUp(session, name, laid.error);
  }
  session.events.emit({ type: 'graph', reason: `worker ${name} ended` });
  return culprit && culpritFailure(culprit, session.settings.callLimitSeconds);
}

/** Recovers every worker that cannot be reached; returns the failure of the first culprit. */
export async function recoverUnreachable(session: Session): Promise<Failure | null> {
  let first: Failure | null = null;
  for (const worker of session.workers.unreachable()) {
    const failure = await recoverWorker(session, worker, await deathOf(worker));
    first ??= failure;
  }
  return first;
}
