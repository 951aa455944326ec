import { ok, type Result } from '@plugin-hostd/base';
import { type ChainRequest, type Failure, fail, type Plugin } from '@plugin-hostd/contracts';
import { clientAmong, place } from '@plugin-hostd/planner';
import type { ChainEntry, Graph } from '../graph/graph.js';
import { aroundModHost, freeClient, isForModHost, modHostClient } from './mod-host-placement.js';
import { isUsableName, refuseName } from './new-entry.js';

/** Checks a client that the user chose: its name, and that no other chain has it. */
function checkClient(graph: Graph, chain: string, client: string): Result<string, Failure> {
  if (client === chain) return ok(client);
  if (!isUsableName(client)) return refuseName('client', client);
  const isTaken = [...graph.instances.values()].some((it) => it.client === client && it.chain !== chain);
  return isTaken || graph.chains.has(client) ? fail('name_taken', { name: client }) : ok(client);
}

/** The clients of a new chain's instances, in their order. */
export function placeChain(
  graph: Graph,
  chain: ChainEntry,
  placement: ChainRequest['placement'],
  plugins: readonly Plugin[],
): Result<readonly string[], Failure> {
  const chosen = new Map<number, string>();
  for (const [position, client] of Object.entries(placement ?? {})) {
    const instance = chain.instances[Number(position) - 1];
    if (instance === undefined) {
      const range = `positions 1 to ${chain.instances.length}`;
      return fail('out_of_range', { name: 'placement', value: position, range });
    }
    const checked = checkClient(graph, chain.name, client);
    if (!checked.ok) return checked;
    const plugin = plugins[Number(position) - 1];
    if (plugin && isForModHost(plugin)) return refuseChoice(plugin);
    chosen.set(instance, client);
  }
  const { mode, name, instances } = chain;
  const placed = place({
    mode,
    chain: name,
    instances,
    chosen: aroundModHost(graph, chain, plugins, chosen),
  });
  return placed.ok ? ok(placed.value.map(({ client }) => client)) : placed;
}

/** The instances of a new chain at the positions that the user wants bridged. */
export function checkBridged(
  chain: ChainEntry,
  positions: ChainRequest['bridged'],
): Result<ReadonlySet<number>, Failure> {
  const instances = new Set<number>();
  for (const position of positions ?? []) {
    const instance = chain.instances[position - 1];
    const range = `positions 1 to ${chain.instances.length}`;
    if (instance === undefined) return fail('out_of_range', { name: 'bridged', value: position, range });
    instances.add(instance);
  }
  return ok(instances);
}

/** mod-host names its clients itself. */
function refuseChoice({ name }: Plugin): Result<never, Failure> {
  const reason = `${name} runs in mod-host, which gives it a client of its own`;
  return fail('bad_request', { reason });
}

/** Checks that another order of a chain, with all its instances where they are, leaves the graph of clients acyclic. */
export function checkOrder(
  graph: Graph,
  chain: ChainEntry,
  instances: readonly number[],
  more: ReadonlyMap<number, string> = new Map(),
): Result<unknown, Failure> {
  const known = instances.flatMap((n) => {
    const client = more.get(n) ?? graph.instances.get(n)?.client;
    return client === undefined ? [] : [[n, client] as const];
  });
  return place({ mode: chain.mode, chain: chain.name, instances, chosen: new Map(known) });
}

/** The client of an instance that is to be added at a position: the one asked for, else one that fits its neighbours. */
export function placeAdded(
  graph: Graph,
  chain: ChainEntry,
  instance: number,
  position: number,
  wanted: string | undefined,
  plugin: Plugin,
): Result<string, Failure> {
  const clientAt = (index: number) => {
    const neighbour = graph.instances.get(chain.instances[index] ?? -1);
    return neighbour && !isForModHost(neighbour.plugin) ? neighbour.client : undefined;
  };
  const neighbours = { before: clientAt(position - 1), after: clientAt(position) };
  const { mode, name, instances, home } = chain;
  const series = instances.toSpliced(position, 0, instance);
  const fit = (client: string): Result<string, Failure> => {
    const fits = checkOrder(graph, chain, series, new Map([[instance, client]]));
    return fits.ok ? ok(client) : fits;
  };
  if (isForModHost(plugin)) return wanted === undefined ? fit(modHostClient(instance)) : refuseChoice(plugin);
  if (wanted === undefined) {
    const client = fit(clientAmong(mode, home, instance, neighbours));
    return client.ok ? client : fit(freeClient(graph, name));
  }
  const checked = checkClient(graph, name, wanted);
  return checked.ok ? fit(wanted) : checked;
}
