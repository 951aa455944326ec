import { err, ok, type Result } from '@plugin-hostd/base';
import { parsePart } from '@plugin-hostd/catalogue';
import type { AddRequest, Failure, Instance } from '@plugin-hostd/contracts';
import { fail } from '@plugin-hostd/contracts';
import type { ChainEntry, InstanceEntry } from '../graph/graph.js';
import { viewInstance } from '../graph/view.js';
import type { Session } from '../session.js';
import { exposeEnds, readFacts } from '../workers/lay.js';
import { recoverUnreachable } from '../workers/recover.js';
import { loadInstance } from './load-chain.js';
import { findParts, newEntry } from './new-entry.js';
import { placeAdded } from './placement.js';
import { endIdleWorker } from './remove.js';
import { rewire } from './rewire.js';

/** Gives up on an instance that could not be loaded. The chain plays on as it was; a worker that it brought down is restored. */
async function discard(session: Session, entry: InstanceEntry, failure: Failure): Promise<Failure> {
  entry.state = 'isolated'; // not to be laid again
  const cause = failure.code === 'worker_lost' ? await recoverUnreachable(session) : null;
  const worker = session.workers.get(entry.worker);
  if (worker?.connected) await worker.command('remove', entry.instance);
  session.graph.forgetInstance(entry.instance);
  const chain = session.graph.chain(entry.chain);
  if (chain.ok) await endIdleWorker(session, chain.value, entry.worker);
  return cause ?? failure;
}

/** Checks a position in a chain; its end if left out. */
export function positionIn(chain: ChainEntry, position: number | undefined): Result<number, Failure> {
  const end = chain.instances.length;
  const at = position ?? end;
  return at <= end
    ? ok(at)
    : fail('out_of_range', { name: 'position', value: at, range: `from 0 to ${end}` });
}

/** Inserts a plugin into a chain: loaded and set first, then the signal fades over to the way through it. */
export async function addInstance(session: Session, request: AddRequest): Promise<Result<Instance, Failure>> {
  const { graph } = session;
  const chain = graph.chain(request.chain);
  if (!chain.ok) return chain;
  const position = positionIn(chain.value, request.position);
  if (!position.ok) return position;
  const part = parsePart(request.plugin);
  if (!part.ok) return part;
  const found = await findParts(session.catalogue, [part.value]);
  if (!found.ok) return found;
  const numbers = graph.freeNumbers(1);
  if (!numbers.ok) return numbers;
  const [first] = found.value;
  const [number] = numbers.value;
  if (!first || number === undefined) return fail('internal', { reason: 'a plugin got lost' });
  const client = placeAdded(graph, chain.value, number, position.value, request.client, first.plugin);
  if (!client.ok) return client;
  const entry = newEntry(chain.value, number, first.plugin, client.value);
  graph.instances.set(number, entry);
  const loaded = await loadInstance(session, entry, part.value.settings);
  if (!loaded.ok) return err(await discard(session, entry, loaded.error));
  const worker = session.workers.get(entry.worker);
  const insert = () => {
    chain.value.instances = chain.value.instances.toSpliced(position.value, 0, number);
  };
  const expose = () => exposeEnds(session, graph.entriesOf(chain.value));
  const done = await rewire(session, chain.value, insert, expose);
  if (!done.ok) return done;
  await endIdleWorker(session, chain.value, chain.value.name);
  if (worker) await readFacts(session, worker);
  session.events.emit({ type: 'graph', reason: `instance ${number} was added` });
  return ok(viewInstance(entry));
}
