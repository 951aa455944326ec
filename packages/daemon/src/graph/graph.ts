import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Instance, type Mode, type Plugin } from '@plugin-hostd/contracts';
import { type ChainWiring, clientEnds, type Edge, type Layout, wireChain } from '@plugin-hostd/planner';

/** An instance as the user wants it, and how it is. */
export interface InstanceEntry {
  readonly instance: number;
  readonly plugin: Plugin;
  readonly chain: string;
  readonly worker: string;
  readonly client: string;
  layout: Layout;
  bypassed: boolean;
  state: Instance['state'];
  /** Why it is not running; empty when it is. */
  reason: string;
  latencyFrames: number;
  /** What was set, by symbol. */
  readonly parameters: Map<string, number>;
  /** The plugin's state as last saved or loaded, base64; null when it never was. */
  blob: string | null;
  /** When it was blamed for the end of its worker, in ms of a monotonic clock. */
  faultTimes: number[];
}

export interface ChainEntry {
  readonly name: string;
  readonly mode: Mode;
  readonly channels: number;
  /** In the order of the signal. */
  instances: number[];
}

const lastInstance = 9990;

/** What the user wants: chains of instances and every connection. It belongs to the edit queue; others only read it. */
export class Graph {
  readonly chains = new Map<string, ChainEntry>();
  readonly instances = new Map<number, InstanceEntry>();
  connections: Edge[] = [];

  chain(name: string): Result<ChainEntry, Failure> {
    const chain = this.chains.get(name);
    return chain ? ok(chain) : fail('chain_absent', { name });
  }

  instance(number: number): Result<InstanceEntry, Failure> {
    if (!Number.isInteger(number) || number < 0 || number > lastInstance)
      return fail('invalid_instance', { instance: number });
    const entry = this.instances.get(number);
    return entry ? ok(entry) : fail('instance_absent', { instance: number });
  }

  /** The lowest numbers that no instance has. */
  freeNumbers(count: number): Result<readonly number[], Failure> {
    const free: number[] = [];
    for (let n = 0; n <= lastInstance && free.length < count; n += 1)
      if (!this.instances.has(n)) free.push(n);
    return free.length === count
      ? ok(free)
      : fail('capacity', { limit: lastInstance + 1, what: 'instances' });
  }

  /** Entries of a chain in the order of the signal. */
  entriesOf(chain: ChainEntry): readonly InstanceEntry[] {
    return chain.instances.map((n) => this.instances.get(n)).filter((entry) => entry !== undefined);
  }

  /** Entries that a worker is to run, in the order of their numbers. */
  entriesOn(worker: string): readonly InstanceEntry[] {
    return [...this.instances.values()]
      .filter((entry) => entry.worker === worker)
      .sort((a, b) => a.instance - b.instance);
  }

  /** How a chain is wired with those of its instances that are not left out. */
  wiringOf(chain: ChainEntry, instances: readonly number[] = chain.instances): ChainWiring {
    const entries = instances
      .map((n) => this.instances.get(n))
      .filter((entry) => entry !== undefined && entry.state !== 'isolated');
    const planned = entries.map((entry) => ({
      ...(entry as InstanceEntry).plugin,
      instance: (entry as InstanceEntry).instance,
    }));
    const ends = chain.mode === 'grouped' ? clientEnds(chain.name, chain.channels) : null;
    return wireChain(planned, chain.channels, ends);
  }

  /** Forgets a chain, its instances, and every connection with a port of theirs. */
  forgetChain(chain: ChainEntry): void {
    for (const n of chain.instances) this.forgetInstance(n);
    this.connections = this.connections.filter(
      (edge) => !isClientPort(edge.from, chain.name) && !isClientPort(edge.to, chain.name),
    );
    this.chains.delete(chain.name);
  }

  forgetInstance(number: number): void {
    this.connections = this.connections.filter(
      (edge) => instanceOfPort(edge.from) !== number && instanceOfPort(edge.to) !== number,
    );
    this.instances.delete(number);
  }
}

/** Number in `effect_<n>:<symbol>`; null for another name. */
export function instanceOfPort(port: string): number | null {
  const match = /^effect_(\d+):/.exec(port);
  return match ? Number(match[1]) : null;
}

/** Whether a name is that of a client's own port, `<client>:in_<n>` or `<client>:out_<n>`. */
export function isClientPort(port: string, client: string): boolean {
  return port.startsWith(`${client}:`) && /^(in|out)_\d+$/.test(port.slice(client.length + 1));
}
