import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import {
  type Failure,
  fail,
  type Graph as GraphView,
  type Plugin,
  type SavedGraph,
} from '@plugin-hostd/contracts';
import { place } from '@plugin-hostd/planner';
import type { InstanceEntry } from '../graph/graph.js';
import { viewGraph } from '../graph/view.js';
import type { PluginCatalogue, Session } from '../session.js';
import { firstFailure } from '../workers/edit-edges.js';
import { layWorker } from '../workers/lay.js';
import { isUsableName, newEntry } from './new-entry.js';
import { removeChain } from './remove.js';

/**
 * Asks every running plugin for its state and keeps it in its entry. A plugin without one, or that fails, keeps what it had. Failure:
 * worker_lost, when a plugin brought its worker down.
 */
export async function collectStates(session: Session): Promise<Result<void, Failure>> {
  const dir = await mkdtemp(join(session.settings.runDir, 'state-'));
  try {
    const running = [...session.graph.instances.values()].filter((entry) => entry.state === 'running');
    const outcomes = await Promise.all(running.map((entry) => collectState(session, entry, dir)));
    return firstFailure(outcomes);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function collectState(
  session: Session,
  entry: InstanceEntry,
  dir: string,
): Promise<Result<void, Failure>> {
  const worker = session.workers.get(entry.worker);
  const file = join(dir, `effect_${entry.instance}.state`);
  const saved = await worker?.command('instance_save', entry.instance, file);
  const bytes = saved?.ok ? await readFile(file).catch(() => null) : null;
  if (bytes && bytes.length > 0) entry.blob = bytes.toString('base64');
  return saved && !saved.ok && saved.error.code === 'worker_lost' ? saved : ok(undefined);
}

/** The whole graph with the state of every plugin. Failure: see {@link collectStates}. */
export async function saveGraph(session: Session): Promise<Result<SavedGraph, Failure>> {
  const collected = await collectStates(session);
  return collected.ok ? ok(describeSaved(session)) : collected;
}

/** The graph with the states that were collected last. */
function describeSaved(session: Session): SavedGraph {
  const blobs = [...session.graph.instances.values()].flatMap((entry) =>
    entry.blob === null ? [] : [[String(entry.instance), entry.blob] as const],
  );
  return {
    format: 'plugin-hostd graph',
    version: 1,
    graph: viewGraph(session.graph),
    states: Object.fromEntries(blobs),
  };
}

/** Finds the plugins of a saved graph: in the same file, else by the same id. */
async function findPlugins(
  catalogue: PluginCatalogue,
  saved: SavedGraph,
): Promise<Result<ReadonlyMap<number, Plugin>, Failure>> {
  const plugins = new Map<number, Plugin>();
  for (const { instance, plugin } of saved.graph.instances) {
    const exact = await catalogue.resolve(plugin.uri);
    const found = exact.ok ? exact : await catalogue.resolve(plugin.id);
    if (!found.ok) return found;
    plugins.set(instance, found.value);
  }
  return ok(plugins);
}

/** Why a saved graph contradicts itself; null when it does not. */
function contradiction(saved: SavedGraph): string | null {
  const { chains, instances } = saved.graph;
  const known = new Set(instances.map(({ instance }) => instance));
  if (known.size !== instances.length) return 'an instance number appears twice';
  const listed = chains.flatMap((chain) => chain.instances);
  if (listed.length !== known.size || listed.some((n) => !known.has(n)))
    return 'its chains and its instances do not match';
  if (new Set(chains.map(({ name }) => name)).size !== chains.length) return 'a chain appears twice';
  return misplacement(saved);
}

/** Why the clients of a saved graph cannot be; null when they can. */
function misplacement({ graph: { chains, instances } }: SavedGraph): string | null {
  const owner = new Map<string, string>(chains.map(({ name }) => [name, name]));
  for (const { instance, client, chain } of instances) {
    if (client !== `effect_${instance}` && !isUsableName(client)) return `a client is named "${client}"`;
    if ((owner.get(client) ?? chain) !== chain) return `two chains have the client "${client}"`;
    owner.set(client, chain);
  }
  const chosen = new Map(instances.map(({ instance, client }) => [instance, client]));
  for (const { name, mode, instances: series } of chains) {
    if (!isUsableName(name)) return `a chain is named "${name}"`;
    const placed = place({ mode, chain: name, instances: series, chosen });
    if (!placed.ok) return placed.error.message.replace(/\.$/, '');
  }
  return null;
}

/** Puts a saved graph into the place of an empty one. */
function adopt(session: Session, saved: SavedGraph, plugins: ReadonlyMap<number, Plugin>): void {
  const { graph } = session;
  for (const { name, mode, channels, instances } of saved.graph.chains)
    graph.chains.set(name, { name, mode, channels, instances: [...instances], home: name });
  for (const view of saved.graph.instances) {
    const chain = graph.chains.get(view.chain);
    const plugin = plugins.get(view.instance);
    if (!chain || !plugin) continue;
    const entry = newEntry(chain, view.instance, plugin, view.client);
    if (view.state === 'isolated') {
      const { state, reason, latencyFrames } = view;
      Object.assign(entry, { state, reason, latencyFrames });
    }
    for (const [symbol, value] of Object.entries(view.parameters)) entry.parameters.set(symbol, value);
    entry.bypassed = view.bypassed;
    entry.layout = view.layout;
    entry.bridged = view.bridged;
    entry.blob = saved.states[String(view.instance)] ?? null;
    graph.instances.set(view.instance, entry);
  }
  graph.connections = saved.graph.connections.map(({ from, to, gain }) => ({ from, to, gain }));
}

async function replace(
  session: Session,
  saved: SavedGraph,
  plugins: ReadonlyMap<number, Plugin>,
): Promise<Result<void, Failure>> {
  const { graph } = session;
  for (const name of [...graph.chains.keys()]) await removeChain(session, name);
  graph.connections = [];
  adopt(session, saved, plugins);
  for (const name of graph.workerNames()) {
    const laid = await layWorker(session, name);
    if (!laid.ok) return laid;
  }
  return ok(undefined);
}

/** Replaces the graph by a saved one. When that fails, the one before is put back. */
export async function loadGraph(session: Session, saved: SavedGraph): Promise<Result<GraphView, Failure>> {
  const reason = contradiction(saved);
  if (reason) return fail('file_format', { file: 'The saved graph', reason });
  const plugins = await findPlugins(session.catalogue, saved);
  if (!plugins.ok) return plugins;
  await collectStates(session);
  const before = describeSaved(session);
  const known = new Map([...session.graph.instances.values()].map((it) => [it.instance, it.plugin]));
  const done = await replace(session, saved, plugins.value);
  if (done.ok) {
    session.events.emit({ type: 'graph', reason: 'a saved graph was loaded' });
    return ok(viewGraph(session.graph));
  }
  await replace(session, before, known);
  return err(done.error);
}
