import { ok, type Result } from '@plugin-hostd/base';
import type { ChainPart } from '@plugin-hostd/catalogue';
import { type Failure, fail, type Plugin } from '@plugin-hostd/contracts';
import { layoutOf, place } from '@plugin-hostd/planner';
import type { ChainEntry, Graph, InstanceEntry } from '../graph/graph.js';
import type { PluginCatalogue } from '../session.js';

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
    if (!plugin.ok) return plugin;
    found.push({ plugin: plugin.value, part });
  }
  return ok(found);
}

/** An instance that is not loaded yet. */
export function newEntry(chain: ChainEntry, instance: number, plugin: Plugin): InstanceEntry {
  const [placement] = place(chain.mode, chain.name, [instance]);
  return {
    instance,
    plugin,
    chain: chain.name,
    worker: placement?.worker ?? chain.name,
    client: placement?.client ?? chain.name,
    layout: layoutOf({ ...plugin, instance }, chain.channels),
    bypassed: false,
    state: 'running',
    reason: '',
    latencyFrames: plugin.latencyFrames,
    parameters: new Map(),
    blob: null,
    faultTimes: [],
  };
}

/** A chain's name is that of a worker, a client and a socket file. */
const usableName = /^[\p{L}\p{N}_][\p{L}\p{N}_ .+-]{0,47}$/u;

/** The name that a chain gets: the one asked for, or the first free `chain<n>`. */
export function chainName(graph: Graph, wanted: string | undefined): Result<string, Failure> {
  if (wanted === undefined) {
    let n = 1;
    while (graph.chains.has(`chain${n}`)) n += 1;
    return ok(`chain${n}`);
  }
  if (graph.chains.has(wanted)) return fail('name_taken', { name: wanted });
  if (
    /^(effect_|spare-)\d+$/.test(wanted) ||
    wanted === 'system' ||
    wanted === 'file' ||
    !usableName.test(wanted)
  ) {
    const reason = `"${wanted}" cannot name a chain: use up to 48 letters, digits, spaces and _ . + -, not effect_<n>`;
    return fail('bad_request', { reason });
  }
  return ok(wanted);
}
