import { ok, type Result } from '@plugin-hostd/base';
import type { Setting } from '@plugin-hostd/catalogue';
import { resolveSettings } from '@plugin-hostd/catalogue';
import type { ChainRequest, Failure } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import { type Edge, join } from '@plugin-hostd/planner';
import type { PhysicalPorts } from '../audio-server/audio-server.js';
import type { ChainEntry, InstanceEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { changeEdges, firstFailure, sendEdges } from '../workers/edit-edges.js';
import { addInstance, ensureWorker, exposeEnds, readFacts } from '../workers/lay.js';

type Connect = NonNullable<ChainRequest['connect']>;

/** Sets what was asked on an instance that is loaded; what was set is noted in its entry. */
async function applySettings(
  worker: Worker,
  entry: InstanceEntry,
  settings: readonly Setting[],
): Promise<Result<void, Failure>> {
  const values = await resolveSettings(worker, entry.instance, settings);
  if (!values.ok) return values;
  const sets = values.value.map(({ symbol, value }) => {
    entry.parameters.set(symbol, value);
    return worker.command('param_set', entry.instance, symbol, value);
  });
  return firstFailure(await Promise.all(sets));
}

/** Loads one instance and sets what was asked. */
export async function loadInstance(
  session: Session,
  entry: InstanceEntry,
  settings: readonly Setting[],
): Promise<Result<void, Failure>> {
  const worker = await ensureWorker(session, entry.worker);
  if (!worker.ok) return worker;
  const added = await addInstance(worker.value, entry);
  return added.ok ? applySettings(worker.value, entry, settings) : added;
}

/** What each instance of a chain is set to, in the order of the signal. */
type ChainSettings = readonly (readonly Setting[])[];

/**
 * One worker: everything is one change, so the client begins to run with the chain in it, fully wired. Connections follow the instances
 * without waiting for them: the worker takes commands in order.
 */
async function loadGrouped(
  session: Session,
  chain: ChainEntry,
  client: string,
  settings: ChainSettings,
  edges: readonly Edge[],
): Promise<Result<void, Failure>> {
  const ensured = await ensureWorker(session, client);
  if (!ensured.ok) return ensured;
  const worker = ensured.value;
  const entries = session.graph.entriesOf(chain);
  const begun = worker.command('begin');
  const loads = entries.map((entry) => addInstance(worker, entry));
  const sets = entries.map(async (entry, i) => {
    const added = await loads[i];
    return added?.ok ? applySettings(worker, entry, settings[i] ?? []) : ok(undefined);
  });
  const connected = sendEdges(session, edges);
  const exposed = exposeEnds(session, entries);
  const done = firstFailure(await Promise.all([begun, ...loads, ...sets, connected, ...exposed]));
  return done.ok ? firstFailure([await worker.command('commit')]) : done;
}

/** Several workers: one instance after the other, as JACK likes its clients, then the connections between them. */
async function loadSpread(
  session: Session,
  chain: ChainEntry,
  settings: ChainSettings,
  edges: readonly Edge[],
): Promise<Result<void, Failure>> {
  const entries = session.graph.entriesOf(chain);
  for (const [i, entry] of entries.entries()) {
    const loaded = await loadInstance(session, entry, settings[i] ?? []);
    if (!loaded.ok) return loaded;
  }
  return changeEdges(session, { removed: [], added: edges, also: () => exposeEnds(session, entries) });
}

/** The ports around a chain: those that were named, else the server's physical ones. */
function surroundings(
  physical: PhysicalPorts,
  channels: number,
  connect: Exclude<Connect, false>,
): { readonly sources: readonly string[]; readonly sinks: readonly string[] } {
  const sources = physical.capture.slice(0, channels);
  const sinks = physical.playback.slice(0, Math.max(2, channels));
  if (typeof connect === 'object') return { sources: connect.from ?? sources, sinks: connect.to ?? sinks };
  return { sources: connect === 'playback' ? [] : sources, sinks };
}

/** Connections between a chain's ends and the ports around it. */
function outsideEdges(session: Session, chain: ChainEntry, connect: Connect): readonly Edge[] {
  const { server, graph } = session;
  if (!server || connect === false) return [];
  const { inputs, outputs } = graph.wiringOf(chain).ends;
  const { sources, sinks } = surroundings(server.physical, chain.channels, connect);
  // The audio server has no gains: of several channels into one port, the first is taken.
  return [...join(sources, inputs), ...join(outputs, sinks)]
    .filter((edge, i, all) => edge.gain === 1 || all.findIndex((other) => other.to === edge.to) === i)
    .map((edge) => ({ ...edge, gain: 1 }));
}

/** Notes what the workers of new instances know. */
async function readAllFacts(session: Session, entries: readonly InstanceEntry[]): Promise<void> {
  const names = new Set(entries.map((entry) => entry.worker));
  const workers = [...names].map((name) => session.workers.get(name)).filter((it) => it !== undefined);
  await Promise.all(workers.map((worker) => readFacts(session, worker)));
}

/** Loads and wires the instances of a chain whose entries are in the graph. After a failure the graph is as it was, the workers are not. */
export async function loadChain(
  session: Session,
  chain: ChainEntry,
  settings: ChainSettings,
  connect: Connect,
): Promise<Result<void, Failure>> {
  const { graph } = session;
  const edges = [...graph.wiringOf(chain).edges, ...outsideEdges(session, chain, connect)];
  const client = graph.endClient(chain);
  const loaded =
    client === null
      ? await loadSpread(session, chain, settings, edges)
      : await loadGrouped(session, chain, client, settings, edges);
  if (!loaded.ok) return loaded;
  graph.connections.push(...edges);
  await readAllFacts(session, graph.entriesOf(chain));
  return ok(undefined);
}
