import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Plugin } from '@plugin-hostd/contracts';
import { abandon } from '../edits/create-chain.js';
import { loadChain } from '../edits/load-chain.js';
import { newEntry } from '../edits/new-entry.js';
import { removeChain, removeInstance } from '../edits/remove.js';
import type { ChainEntry, InstanceEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { exposePorts } from './expose.js';

/** The chain of an instance that came over this protocol. A controller wires them itself, so each has a chain to itself. */
function chainNameOf(instance: number): string {
  return `mod-host.${instance}`;
}

/** Whether an instance came over this protocol. */
export function isOurs({ instance, chain }: Pick<InstanceEntry, 'instance' | 'chain'>): boolean {
  return chain === chainNameOf(instance);
}

/** Channels that leave a plugin as it is: as many as its wider main side has. */
function channelsOf({ audioInputs, audioOutputs }: Plugin): number {
  const main = [...audioInputs, ...audioOutputs].filter((port) => port.main);
  return Math.max(1, ...main.map(({ channels }) => channels));
}

/**
 * Loads a plugin as an instance in a worker and a client of its own, `effect_<instance>`, as mod-host does; all its ports are visible.
 * For the edit queue.
 */
export async function addOwn(
  session: Session,
  plugin: Plugin,
  instance: number,
): Promise<Result<void, Failure>> {
  const { graph } = session;
  if (graph.instances.has(instance)) return fail('instance_exists', { instance });
  const name = chainNameOf(instance);
  const left = graph.chains.get(name);
  if (left && left.instances.length > 0) return fail('name_taken', { name });
  if (left) await removeChain(session, name);
  const channels = channelsOf(plugin);
  const chain: ChainEntry = { name, mode: 'single', channels, instances: [instance], home: name };
  graph.chains.set(name, chain);
  graph.instances.set(instance, newEntry(chain, instance, plugin, `effect_${instance}`));
  const loaded = await loadChain(session, chain, [[]], false);
  if (!loaded.ok) return { ok: false, error: await abandon(session, chain, loaded.error) };
  await exposePorts(session, instance);
  session.events.emit({ type: 'graph', reason: `instance ${instance} was added` });
  return ok(undefined);
}

/** Unloads an instance, whoever added it. For the edit queue. */
export function removeAny(session: Session, entry: InstanceEntry): Promise<Result<unknown, Failure>> {
  return isOurs(entry) ? removeChain(session, entry.chain) : removeInstance(session, entry.instance);
}
