import { err, ok, type Result } from '@plugin-hostd/base';
import { parseChain, type Setting } from '@plugin-hostd/catalogue';
import type * as api from '@plugin-hostd/contracts';
import type { Failure } from '@plugin-hostd/contracts';
import { type Edge, join } from '@plugin-hostd/planner';
import type { z } from 'zod';
import type { ChainEntry, InstanceEntry } from '../graph/graph.js';
import { viewChain } from '../graph/view.js';
import type { Session } from '../session.js';
import { culpritFailure } from '../workers/blame.js';
import { changeEdges, firstFailure } from '../workers/edit-edges.js';
import { addInstance, ensureWorker, readFacts } from '../workers/lay.js';
import { resolveSettings } from '../workers/parameters.js';
import { culpritIn, deathOf } from '../workers/recover.js';
import { chainName, findParts, newEntry } from './new-entry.js';

type Request = z.output<typeof api.chainRequestSchema>;

/** Loads one instance and sets what was asked; what was set is noted in its entry. */
export async function loadInstance(
  session: Session,
  entry: InstanceEntry,
  settings: readonly Setting[],
): Promise<Result<void, Failure>> {
  const worker = await ensureWorker(session, entry.worker);
  if (!worker.ok) return worker;
  const added = await addInstance(worker.value, entry);
  if (!added.ok) return added;
  const values = await resolveSettings(worker.value, entry.instance, settings);
  if (!values.ok) return values;
  const sets = values.value.map(({ symbol, value }) => {
    entry.parameters.set(symbol, value);
    return worker.value.command('param_set', entry.instance, symbol, value);
  });
  return firstFailure(await Promise.all(sets));
}

/** Loads the instances: those of one worker at once, workers one after the other, as JACK likes its clients. */
async function loadAll(
  session: Session,
  entries: readonly InstanceEntry[],
  settings: readonly (readonly Setting[])[],
): Promise<Result<void, Failure>> {
  const workers = [...new Set(entries.map((entry) => entry.worker))];
  for (const name of workers) {
    const loads = entries.flatMap((entry, i) =>
      entry.worker === name ? [loadInstance(session, entry, settings[i] ?? [])] : [],
    );
    const loaded = firstFailure(await Promise.all(loads));
    if (!loaded.ok) return loaded;
  }
  return ok(undefined);
}

/** Connections between a chain's ends and the server's physical ports. */
function outsideEdges(session: Session, chain: ChainEntry, connect: Request['connect']): readonly Edge[] {
  const { server, graph } = session;
  if (!server || connect === false) return [];
  const { inputs, outputs } = graph.wiringOf(chain).ends;
  const capture = connect === true ? server.physical.capture.slice(0, chain.channels) : [];
  const playback = server.physical.playback.slice(0, Math.max(2, chain.channels));
  // The audio server has no gains: of several channels into one port, the first is taken.
  return [...join(capture, inputs), ...join(outputs, playback)].filter(
    (edge, i, all) => edge.gain === 1 || all.findIndex((other) => other.to === edge.to) === i,
  );
}

async function connectAll(session: Session, edges: readonly Edge[]): Promise<Result<void, Failure>> {
  const done = await changeEdges(session, { removed: [], added: edges });
  if (done.ok) session.graph.connections.push(...edges);
  return done;
}

/** Notes what the workers of new instances know. */
async function readAllFacts(session: Session, entries: readonly InstanceEntry[]): Promise<void> {
  const names = new Set(entries.map((entry) => entry.worker));
  const workers = [...names].map((name) => session.workers.get(name)).filter((it) => it !== undefined);
  await Promise.all(workers.map((worker) => readFacts(session, worker)));
}

/** Takes back a chain that could not be made whole; a worker that it brought down names the plugin that did it. */
async function abandon(session: Session, chain: ChainEntry, failure: Failure): Promise<Failure> {
  let cause: Failure | null = null;
  const names = new Set(session.graph.entriesOf(chain).map((entry) => entry.worker));
  for (const name of names) {
    const worker = session.workers.get(name);
    if (worker && !worker.connected && failure.code === 'worker_lost') {
      const culprit = culpritIn(session, worker, await deathOf(worker));
      cause ??= culprit && culpritFailure(culprit);
    }
    await session.workers.end(name);
  }
  session.graph.forgetChain(chain);
  return cause ?? failure;
}

/** Loads a chain of plugins: all of it, or nothing. */
export async function createChain(session: Session, request: Request): Promise<Result<api.Chain, Failure>> {
  const { graph } = session;
  const name = chainName(graph, request.name);
  if (!name.ok) return name;
  const parts = parseChain(request.expression);
  if (!parts.ok) return parts;
  const found = await findParts(session.catalogue, parts.value);
  if (!found.ok) return found;
  const numbers = graph.freeNumbers(found.value.length);
  if (!numbers.ok) return numbers;
  const { mode, channels } = request;
  const chain: ChainEntry = { name: name.value, mode, channels, instances: [...numbers.value] };
  const entries = found.value.map(({ plugin }, i) => newEntry(chain, numbers.value[i] as number, plugin));
  graph.chains.set(chain.name, chain);
  for (const entry of entries) graph.instances.set(entry.instance, entry);
  const settings = found.value.map(({ part }) => part.settings);
  let done = await loadAll(session, entries, settings);
  if (done.ok)
    done = await connectAll(session, [
      ...graph.wiringOf(chain).edges,
      ...outsideEdges(session, chain, request.connect),
    ]);
  if (!done.ok) return err(await abandon(session, chain, done.error));
  await readAllFacts(session, entries);
  session.events.emit({ type: 'graph', reason: `chain ${chain.name} was made` });
  return ok(viewChain(graph, chain));
}
