import { ok, type Result } from '@plugin-hostd/base';
import type { ChainPart } from '@plugin-hostd/catalogue';
import { type Failure, fail, type Plugin } from '@plugin-hostd/contracts';
import { layoutOf } from '@plugin-hostd/planner';
import type { ChainEntry, Graph, InstanceEntry } from '../graph/graph.js';
import type { PluginCatalogue } from '../session.js';
import { checkModHost, isForModHost } from './mod-host-placement.js';

/** A plugin as asked for, found. */
export interface FoundPart {
  readonly plugin: Plugin;
  readonly part: ChainPart;
}

/** Finds every plugin of a chain; the first that is not found fails all. */
export async function findParts(
  catalogue: PluginCatalogue,
  parts: readonly ChainPart[],
): Promise<Result<readonly FoundPart[], Failure>> {
  const found: FoundPart[] = [];
  for (const part of parts) {
    const plugin = await catalogue.resolve(part.plugin);
    const usable = plugin.ok ? checkModHost(plugin.value) : plugin;
    if (!usable.ok) return usable;
    found.push({ plugin: usable.value, part });
  }
  return ok(found);
}

/** An instance that is not loaded yet; its client has a worker to itself, of its name. */
export function newEntry(chain: ChainEntry, instance: number, plugin: Plugin, client: string): InstanceEntry {
  return {
    instance,
    plugin,
    chain: chain.name,
    worker: client,
    client,
    layout: layoutOf({ ...plugin, instance }, chain.channels),
    bridged: chain.mode === 'bridged' && !isForModHost(plugin), // which is a process of its own already
    bypassed: false,
    state: 'running',
    reason: '',
    latencyFrames: plugin.latencyFrames,
    parameters: new Map(),
    blob: null,
    faultTimes: [],
    held: [],
  };
}

const nameShape = /^[\p{L}\p{N}_][\p{L}\p{N}_ .+-]{0,47}$/u;

/** Whether a name can be that of a worker, a client and a socket file, and is not one of those that have a meaning. */
export function isUsableName(name: string): boolean {
  return nameShape.test(name) && !/^(effect_|spare-)\d+$/.test(name) && name !== 'system' && name !== 'file';
}

/** Refuses a name that cannot be used for a chain or a client. */
export function refuseName(what: 'chain' | 'client', name: string): Result<never, Failure> {
  const reason = `"${name}" cannot name a ${what}: use up to 48 letters, digits, spaces and _ . + -, not effect_<n>`;
  return fail('bad_request', { reason });
}

/** The name that a chain gets: the one asked for, or the first free `chain<n>`. */
export function chainName(graph: Graph, wanted: string | undefined): Result<string, Failure> {
  if (wanted === undefined) {
    let n = 1;
    while (graph.chains.has(`chain${n}`) || graph.hasClient(`chain${n}`)) n += 1;
    return ok(`chain${n}`);
  }
  if (!isUsableName(wanted)) return refuseName('chain', wanted);
  if (graph.chains.has(wanted) || graph.hasClient(wanted)) return fail('name_taken', { name: wanted });
  return ok(wanted);
}
