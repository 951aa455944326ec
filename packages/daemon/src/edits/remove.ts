import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { ChainEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { replaceEdges } from '../workers/edit-edges.js';
import type { Nothing } from './nothing.js';
import { otherEdges, rewire } from './rewire.js';

/** Ends the worker of a chain that an edit left without an instance, unless the chain's own ports are there. */
export async function endIdleWorker(session: Session, chain: ChainEntry, worker: string): Promise<void> {
  const { graph, workers } = session;
  if (graph.entriesOn(worker).length === 0 && graph.endClient(chain) !== worker) await workers.end(worker);
}

/** Takes a plugin out of its chain, whose signal fades over to the way past it. */
export async function removeInstance(session: Session, instance: number): Promise<Result<Nothing, Failure>> {
  const { graph, workers } = session;
  const found = graph.instance(instance);
  if (!found.ok) return found;
  const entry = found.value;
  const chain = graph.chain(entry.chain);
  if (!chain.ok) return chain;
  const worker = workers.get(entry.worker);
  const others = otherEdges(session, entry, chain.value);
  const loaded = worker !== undefined && entry.state === 'running';
  const remove = () => (loaded ? [worker.command('remove', instance)] : []);
  const rest = chain.value.instances.filter((n) => n !== instance);
  const change = () => {
    chain.value.instances = rest;
    chain.value.home = entry.client;
  };
  const done = await rewire(session, chain.value, change, remove, others);
  graph.forgetInstance(instance);
  await endIdleWorker(session, chain.value, entry.worker);
  session.events.emit({ type: 'graph', reason: `instance ${instance} was removed` });
  return done.ok ? ok({}) : done;
}

/** Unloads a chain: its sound fades out first, then its workers end. */
export async function removeChain(session: Session, name: string): Promise<Result<Nothing, Failure>> {
  const { graph, workers } = session;
  const found = graph.chain(name);
  if (!found.ok) return found;
  const chain = found.value;
  await replaceEdges(session, graph.wiringOf(chain).edges, []);
  const names = new Set([...graph.entriesOf(chain).map((entry) => entry.worker), chain.name]);
  await Promise.all([...names].map((worker) => workers.end(worker)));
  graph.forgetChain(chain);
  session.events.emit({ type: 'graph', reason: `chain ${name} was removed` });
  return ok({});
}
