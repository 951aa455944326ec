import { ok, type Result } from '@plugin-hostd/base';
import type { Failure, Instance } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import type { InstanceEntry } from '../graph/graph.js';
import { viewInstance } from '../graph/view.js';
import type { Session } from '../session.js';
import { exposeEnds, layWorker, loadEntry, readFacts } from '../workers/lay.js';
import { isolate, rejoin } from './isolation.js';

/** Into a worker that runs: loaded with all that was set, then the signal fades over to the way through it. */
async function insert(
  session: Session,
  worker: Worker,
  entry: InstanceEntry,
): Promise<Result<unknown, Failure>> {
  const loaded = await loadEntry(session, worker, entry);
  if (!loaded.ok) {
    if (worker.connected) await worker.command('remove', entry.instance);
    return loaded;
  }
  const done = await rejoin(session, entry, () => exposeEnds(session, [entry]));
  if (done.ok) await readFacts(session, worker);
  return done;
}

/** Its worker does not run: the worker is started, and laid with all that it is to run. */
async function relay(session: Session, entry: InstanceEntry): Promise<Result<unknown, Failure>> {
  const { reason, state } = entry;
  // What the worker that is not there refuses is laid with everything else of it.
  if (state === 'isolated') await rejoin(session, entry);
  const laid = await layWorker(session, entry.worker);
  if (!laid.ok && laid.error.code !== 'worker_lost') {
    if (state === 'isolated') await isolate(session, entry, reason);
    else Object.assign(entry, { state, reason });
  }
  return laid;
}

/**
 * Brings back an instance that was left out after faults, or lost with its worker; its faults so far are forgotten. One that runs stays as
 * it is.
 */
export async function retryInstance(session: Session, instance: number): Promise<Result<Instance, Failure>> {
  const found = session.graph.instance(instance);
  if (!found.ok) return found;
  const entry = found.value;
  if (entry.state === 'running') return ok(viewInstance(entry));
  entry.faultTimes = [];
  session.workers.forgive(entry.worker);
  const worker = session.workers.get(entry.worker);
  const done = worker ? await insert(session, worker, entry) : await relay(session, entry);
  if (!done.ok) return done;
  session.events.emit({ type: 'graph', reason: `instance ${instance} was brought back` });
  return ok(viewInstance(entry));
}
