import { type Edge, join } from './join.js';
import { type Layout, mainChannels, mainPortNames, notePortName, type PlannedInstance } from './ports.js';

/** How the instances of a chain are connected. */
export interface ChainWiring {
  readonly layouts: ReadonlyMap<number, Layout>;
  readonly edges: readonly Edge[];
  /** Ports that the chain begins with; a mono signal feeds all of them. */
  readonly inputs: readonly string[];
  /** Ports that it ends with; a single one feeds both sides. */
  readonly outputs: readonly string[];
  /** Note ports that nothing in the chain feeds. */
  readonly noteInputs: readonly string[];
}

/** A mono effect in a wider chain runs as two copies. One with other widths stays as it is. */
export function layoutOf(instance: PlannedInstance, channels: number): Layout {
  const mono = mainChannels(instance.audioInputs) === 1 && mainChannels(instance.audioOutputs) === 1;
  return mono && channels === 2 ? 'dual' : 'native';
}

/** Notes go from an instance that makes them to the next one that takes them. */
function wireNotes(instances: readonly PlannedInstance[]): Pick<ChainWiring, 'edges' | 'noteInputs'> {
  const edges: Edge[] = [];
  const noteInputs: string[] = [];
  let source: string | null = null;
  for (const { instance, noteInputs: ins, noteOutputs: outs } of instances) {
    if (ins > 0) {
      const to = notePortName(instance, 'in', 0);
      if (source) edges.push({ from: source, to, gain: 1 });
      else noteInputs.push(to);
    }
    if (outs > 0) source = notePortName(instance, 'out', 0);
  }
  return { edges, noteInputs };
}

/**
 * Wires a series of plugins main port to main port. A plugin without an input takes the place of the signal before it, one without an
 * output (a meter) hears it and lets it pass by. Side chains are left open.
 * @param channels width of the chain
 */
export function wireChain(instances: readonly PlannedInstance[], channels: number): ChainWiring {
  const layouts = new Map(instances.map((it) => [it.instance, layoutOf(it, channels)]));
  const edges: Edge[] = [];
  let inputs: readonly string[] = [];
  let signal: readonly string[] | null = null;
  for (const it of instances) {
    const layout = layouts.get(it.instance) ?? 'native';
    const ins = mainPortNames(it.instance, 'in', it.audioInputs, layout);
    const outs = mainPortNames(it.instance, 'out', it.audioOutputs, layout);
    if (signal) edges.push(...join(signal, ins));
    else inputs = [...inputs, ...ins];
    if (outs.length > 0) signal = outs;
  }
  const notes = wireNotes(instances);
  return {
    layouts,
    edges: [...edges, ...notes.edges],
    inputs,
    outputs: signal ?? [],
    noteInputs: notes.noteInputs,
  };
}

/** What turns one set of edges into another. An edge whose gain changed is in both lists. */
export function edgeDifference(
  before: readonly Edge[],
  after: readonly Edge[],
): { readonly removed: readonly Edge[]; readonly added: readonly Edge[] } {
  const key = (edge: Edge) => `${edge.from}\n${edge.to}\n${edge.gain}`;
  const old = new Set(before.map(key));
  const now = new Set(after.map(key));
  return {
    removed: before.filter((edge) => !now.has(key(edge))),
    added: after.filter((edge) => !old.has(key(edge))),
  };
}
