import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, workerInfoSchema } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import { decodeJson } from '@plugin-hostd/host';
import type { Edge } from '@plugin-hostd/planner';
import { type ChainEntry, type Graph, type InstanceEntry, instanceOfPort } from '../graph/graph.js';
import type { Session } from '../session.js';
import { asOneChange, firstFailure } from './edit-edges.js';
import { homeOf, route, sendConnect } from './route.js';

/** Loads an instance into its client. */
export function addInstance(worker: Worker, entry: InstanceEntry): Promise<Result<unknown, Failure>> {
  const { plugin, instance, client, layout, bridged } = entry;
  return worker.command('add', plugin.uri, instance, client, layout, ...(bridged ? ['bridged'] : []));
}

/** Ports of plugins that a chain begins or ends with. */
function endsOf(graph: Graph, chain: ChainEntry): readonly string[] {
  const { ends, noteInputs } = graph.wiringOf(chain);
  return [...noteInputs, ...ends.inputs, ...ends.outputs].filter((port) => instanceOfPort(port) !== null);
}

/** Shows the ports of instances that their chains begin or end with in the audio server, for a patch bay or a keyboard. */
export function exposeEnds(
  { graph, workers }: Session,
  instances: readonly InstanceEntry[],
): Promise<Result<unknown, Failure>>[] {
  const chains = new Set(instances.map((entry) => graph.chains.get(entry.chain)));
  const entries = new Map(instances.map((entry) => [entry.instance, entry]));
  return [...chains]
    .flatMap((chain) => (chain ? endsOf(graph, chain) : []))
    .flatMap((port) => {
      const entry = entries.get(instanceOfPort(port) ?? -1);
      const worker = entry && workers.get(entry.worker);
      return worker ? [worker.command('expose', port)] : [];
    });
}

/** Gives an instance back what it had: state, then parameters, then bypass. Commands are answered in order, so all go at once. */
async function restore(
  session: Session,
  worker: Worker,
  entry: InstanceEntry,
): Promise<Result<void, Failure>> {
  const results: Promise<Result<unknown, Failure>>[] = [];
  if (entry.blob !== null) results.push(loadBlob(session, worker, entry.instance, entry.blob));
  for (const [symbol, value] of entry.parameters)
    results.push(worker.command('param_set', entry.instance, symbol, value));
  if (entry.bypassed) results.push(worker.command('bypass', entry.instance, 1));
  return firstFailure(await Promise.all(results));
}

/** Loads an instance with all that it had. */
export async function loadEntry(
  session: Session,
  worker: Worker,
  entry: InstanceEntry,
): Promise<Result<void, Failure>> {
  const added = await addInstance(worker, entry);
  return added.ok ? restore(session, worker, entry) : added;
}

/** Hands a plugin a state through a file of the run directory. */
export async function loadBlob(
  session: Session,
  worker: Worker,
  instance: number,
  blob: string,
): Promise<Result<void, Failure>> {
  const dir = await mkdtemp(join(session.settings.runDir, 'state-'));
  try {
    const file = join(dir, `effect_${instance}.state`);
    await writeFile(file, Buffer.from(blob, 'base64'), { mode: 0o600 });
    const loaded = await worker.command('instance_load', instance, file);
    return loaded.ok ? ok(undefined) : loaded;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Notes what a worker knows better than we do: the latencies of its instances, the rate and period of the server. */
export async function readFacts(session: Session, worker: Worker): Promise<Result<void, Failure>> {
  const reply = await worker.command('info');
  if (!reply.ok) return reply;
  const info = decodeJson('info', workerInfoSchema, reply.value.value);
  if (!info.ok) return info;
  for (const { instance, latencyFrames } of info.value.instances) {
    const entry = session.graph.instances.get(instance);
    if (entry) entry.latencyFrames = latencyFrames;
  }
  noteTiming(session, info.value.sampleRate, info.value.period);
  return ok(undefined);
}

/** Follows the audio server to another rate or period; zeros mean that the worker does not know. */
export function noteTiming(session: Session, sampleRate: number, period: number): void {
  const { server } = session;
  if (!server || sampleRate === 0 || period === 0) return;
  const { info } = server;
  if (info.sampleRate === sampleRate && info.period === period) return;
  session.server = { ...server, info: { ...info, sampleRate, period } };
  const description = `${info.description}: ${sampleRate} Hz, ${period} frames`;
  session.events.emit({ type: 'server', state: 'changed', description });
}

/** The worker of that name, started when it does not run; fails while there is no audio server. */
export async function ensureWorker(session: Session, name: string): Promise<Result<Worker, Failure>> {
  await session.checkServer();
  if (!session.server) return fail('server_absent', { reason: 'it ended, and is being looked for' });
  const isModHost = session.graph.entriesOn(name).some(({ plugin }) => plugin.refusal !== undefined);
  return session.workers.ensure(name, session.server.driver, isModHost ? 'mod-host' : 'own');
}

/** Connections that touch a worker and whose other end is there: in a running worker, or in the audio server. */
function edgesToLay(session: Session, name: string): readonly Edge[] {
  const { graph, workers } = session;
  return graph.connections.filter((edge) => {
    const homes = [edge.from, edge.to].map((port) => homeOf(graph, port)).filter((home) => home !== null);
    return homes.some((home) => home.worker === name) && homes.every((home) => workers.get(home.worker));
  });
}

/** Makes the connections of a worker anew. One that the audio server refuses (its other end may be gone) is reported, and kept. */
async function layEdges(session: Session, worker: Worker): Promise<Result<void, Failure>> {
  const routed = await Promise.all(edgesToLay(session, worker.name).map((edge) => route(session, edge)));
  const sent: Promise<Result<unknown, Failure>>[] = [];
  const entries = session.graph.entriesOn(worker.name).filter((entry) => entry.state !== 'isolated');
  const done = await asOneChange([worker], () => {
    for (const it of routed) if (it.ok) sent.push(sendConnect(it.value));
    return exposeEnds(session, entries);
  });
  const failed = [...routed, ...(await Promise.all(sent)), done].flatMap((it) => (it.ok ? [] : [it.error]));
  for (const { code, message } of failed) if (code !== 'worker_lost') session.events.log(2, message);
  const lost = failed.find(({ code }) => code === 'worker_lost');
  return lost ? err(lost) : ok(undefined);
}

/**
 * Lays the part of the graph that a worker is to run onto a new process: instances with all that was set, then every connection that
 * touches it.
 */
export async function layWorker(session: Session, name: string): Promise<Result<void, Failure>> {
  const started = await ensureWorker(session, name);
  if (!started.ok) return started;
  const worker = started.value;
  const entries = session.graph.entriesOn(name).filter((entry) => entry.state !== 'isolated');
  const added = firstFailure(await Promise.all(entries.map((entry) => addInstance(worker, entry))));
  if (!added.ok) return added;
  const restored = firstFailure(await Promise.all(entries.map((entry) => restore(session, worker, entry))));
  if (!restored.ok) return restored;
  for (const entry of entries) Object.assign(entry, { state: 'running', reason: '' });
  const connected = await layEdges(session, worker);
  return connected.ok ? readFacts(session, worker) : connected;
}
