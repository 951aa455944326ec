import type { Port } from '@plugin-hostd/contracts';
import { instanceOfPort } from '../graph/graph.js';
import type { Session } from '../session.js';
import { portsOf } from '../workers/ports.js';
import { isOurs } from './own-chain.js';

async function portsOrNone(session: Session, instance: number): Promise<readonly Port[]> {
  const ports = await portsOf(session, instance);
  return ports.ok ? ports.value : [];
}

/** Shows every port of an instance in the audio server, as mod-host does. */
export async function exposePorts(session: Session, instance: number): Promise<void> {
  const worker = session.workers.get(session.graph.instances.get(instance)?.worker ?? '');
  if (!worker) return;
  const hidden = (await portsOrNone(session, instance)).filter(({ serverName }) => serverName === null);
  await Promise.all(hidden.map(({ name }) => worker.command('expose', name)));
}

/** Shows the ports of every instance of ours that a worker runs. */
export async function exposeAll(session: Session, worker: string): Promise<void> {
  const entries = session.graph.entriesOn(worker).filter(isOurs);
  await Promise.all(entries.map(({ instance }) => exposePorts(session, instance)));
}

/** The name that the graph keeps a port under; the server may show a port of an LV2 plugin by its symbol. */
export async function graphName(session: Session, port: string): Promise<string> {
  const instance = instanceOfPort(port);
  if (instance === null || !session.graph.instances.has(instance)) return port;
  const ports = await portsOrNone(session, instance);
  return ports.find(({ name, serverName }) => name === port || serverName === port)?.name ?? port;
}
