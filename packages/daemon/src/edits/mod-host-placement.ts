import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Plugin } from '@plugin-hostd/contracts';
import { findModHost } from '@plugin-hostd/host';
import type { ChainEntry, Graph } from '../graph/graph.js';

/** Whether a plugin runs in mod-host: the adapter refuses it. */
export function isForModHost(plugin: Plugin): boolean {
  return plugin.refusal !== undefined;
}

/** Refuses a plugin for mod-host when there is none. */
export function checkModHost(plugin: Plugin): Result<Plugin, Failure> {
  if (plugin.refusal === undefined || findModHost() !== null) return ok(plugin);
  const refused = fail('plugin_refused', {
    plugin: plugin.id,
    reason: `${plugin.refusal}, and there is no mod-host on the PATH`,
  });
  return refused.ok ? refused : err({ ...refused.error, hint: 'Install mod-host, or use another plugin.' });
}

/** The client that mod-host gives an instance. */
export function modHostClient(instance: number): string {
  return `effect_${instance}`;
}

/** A name for one more client of a chain. */
export function freeClient(graph: Graph, chain: string, taken: ReadonlySet<string> = new Set()): string {
  let n = 2;
  while (taken.has(`${chain}-${n}`) || graph.chains.has(`${chain}-${n}`) || graph.hasClient(`${chain}-${n}`))
    n += 1;
  return `${chain}-${n}`;
}

/**
 * The clients of a new chain with plugins for mod-host in it, by instance: those have clients of their own, and since a signal may not
 * come back to a client that it left, what follows is in another client than what was before.
 * @param chosen clients that the user chose
 */
export function aroundModHost(
  graph: Graph,
  chain: ChainEntry,
  plugins: readonly Plugin[],
  chosen: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const clients = new Map(chosen);
  if (!plugins.some(isForModHost)) return clients;
  const taken = new Set(chosen.values());
  let home: string | null = chain.name;
  for (const [i, instance] of chain.instances.entries()) {
    const plugin = plugins[i];
    if (plugin && isForModHost(plugin)) {
      clients.set(instance, modHostClient(instance));
      home = null;
    } else if (!chosen.has(instance) && chain.mode !== 'single') {
      home ??= freeClient(graph, chain.name, taken);
      taken.add(home);
      clients.set(instance, home);
    }
  }
  return clients;
}
