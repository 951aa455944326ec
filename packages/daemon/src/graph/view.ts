import type * as api from '@plugin-hostd/contracts';
import type { ChainEntry, Graph, InstanceEntry } from './graph.js';

export function viewInstance(entry: InstanceEntry): api.Instance {
  const { instance, chain, client, worker, layout, bridged, bypassed, state, reason, latencyFrames } = entry;
  const { uri, id, name } = entry.plugin;
  return {
    instance,
    plugin: { uri, id, name },
    chain,
    client,
    worker,
    layout,
    bridged,
    bypassed,
    state,
    reason,
    latencyFrames,
    parameters: Object.fromEntries(entry.parameters),
  };
}

export function viewChain(graph: Graph, chain: ChainEntry): api.Chain {
  const { name, mode, channels, instances } = chain;
  const { inputs, outputs } = graph.wiringOf(chain).ends;
  return { name, mode, channels, instances: [...instances], inputs: [...inputs], outputs: [...outputs] };
}

/** The graph as the API shows it. */
export function viewGraph(graph: Graph): api.Graph {
  return {
    chains: [...graph.chains.values()].map((chain) => viewChain(graph, chain)),
    instances: [...graph.instances.values()].map(viewInstance),
    connections: graph.connections.map((edge) => ({ ...edge })),
  };
}
