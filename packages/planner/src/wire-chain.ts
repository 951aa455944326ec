import { type Edge, join } from './join.js';
import { type Layout, mainChannels, mainPortNames, notePortName, type PlannedInstance } from './ports.js';

/** The ports between a chain and the world, one per channel. */
export interface ChainEnds {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** How the instances of a chain are connected. */
export interface ChainWiring {
  readonly layouts: ReadonlyMap<number, Layout>;
  readonly edges: readonly Edge[];
  /** Ports that the chain begins and ends with: the given ends, or those of its first and last plugins. */
  readonly ends: ChainEnds;
  /** Note ports that nothing in the chain feeds. */
  readonly noteInputs: readonly string[];
}

/** A client's own ports for a chain of so many channels. */
export function clientEnds(client: string, channels: number): ChainEnds {
  const names = (flow: string) => Array.from({ length: channels }, (_, i) => `${client}:${flow}_${i + 1}`);
  return { inputs: names('in'), outputs: names('out') };
}

/** A mono effect in a stereo chain runs as two copies. One with other widths stays as it is. */
export function layoutOf(instance: PlannedInstance, channels: number): Layout {
  const mono = mainChannels(instance.audioInputs) === 1 && mainChannels(instance.audioOutputs) === 1;
  return mono && channels === 2 && instance.refusal === undefined ? 'dual' : 'native';
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

/** Joins a signal to the next ports; a signal that comes from outside makes them the chain's inputs. */
function feed(
  signal: readonly string[] | null,
  sinks: readonly string[],
  into: { edges: Edge[]; inputs: string[] },
): void {
  if (signal) into.edges.push(...join(signal, sinks));
  else into.inputs.push(...sinks);
}

/**
 * Wires a series of plugins main port to main port. A plugin without an input takes the place of the signal before it, one without an
 * output (a meter) hears it and lets it pass by. Side chains are left open. A chain without plugins passes its inputs on.
 * @param ends the client's own ports; null when the chain begins and ends with the ports of its plugins
 */
export function wireChain(
  instances: readonly PlannedInstance[],
  channels: number,
  ends: ChainEnds | null,
): ChainWiring {
  const layouts = new Map(instances.map((it) => [it.instance, layoutOf(it, channels)]));
  const into = { edges: [] as Edge[], inputs: [] as string[] };
  let signal: readonly string[] | null = ends?.inputs ?? null;
  for (const it of instances) {
    const layout = layouts.get(it.instance) ?? 'native';
    feed(signal, mainPortNames(it.instance, 'in', it.audioInputs, layout), into);
    const outs = mainPortNames(it.instance, 'out', it.audioOutputs, layout);
    if (outs.length > 0) signal = outs;
  }
  if (signal && ends) into.edges.push(...join(signal, ends.outputs));
  const notes = wireNotes(instances);
  return {
    layouts,
    edges: [...into.edges, ...notes.edges],
    ends: ends ?? { inputs: into.inputs, outputs: signal ?? [] },
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
