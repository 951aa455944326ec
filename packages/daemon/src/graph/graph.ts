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
  /** In a process of its own, driven by its client. */
  bridged: boolean;
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
  /** While it is left out: the connections that went with it. */
  held: readonly Edge[];
}

export interface ChainEntry {
  readonly name: string;
  readonly mode: Mode;
  readonly channels: number;
  /** In the order of the signal. */
  instances: number[];
  /** The client whose own ports it begins and ends with while it has no plugins: where the last one was. */
  home: string;
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

  /** Workers that have something to run. */
  workerNames(): ReadonlySet<string> {
    const wanted = [...this.instances.values()].filter((entry) => entry.state !== 'isolated');
    return new Set(wanted.map((entry) => entry.worker));
  }

  /** The client whose own ports a chain begins and ends with; null where it does with the ports of its plugins. */
  endClient(chain: ChainEntry): string | null {
    if (chain.mode === 'single') return null;
    const entries = this.entriesOf(chain);
    if (entries.some(({ plugin }) => plugin.refusal !== undefined)) return null; // mod-host has no ports of its own
    const clients = new Set(entries.map((entry) => entry.client));
    if (clients.size > 1) return null;
    return [...clients][0] ?? chain.home;
  }

  /** Whether a client of that name is ours. */
  hasClient(name: string): boolean {
    const isOf = (chain: ChainEntry) => chain.mode !== 'single' && [chain.name, chain.home].includes(name);
    return (
      [...this.chains.values()].some(isOf) || [...this.instances.values()].some((it) => it.client === name)
    );
  }

  /** How a chain is wired with those of its instances that are not left out. */
  wiringOf(chain: ChainEntry): ChainWiring {
    const entries = this.entriesOf(chain).filter((entry) => entry.state !== 'isolated');
    const planned = entries.map(({ plugin, instance }) => ({ ...plugin, instance }));
    const client = this.endClient(chain);
    const ends = client === null ? null : clientEnds(client, chain.channels);
    return wireChain(planned, chain.channels, ends);
  }

  /** Forgets a chain, its instances, and every connection with a port of theirs. */
  forgetChain(chain: ChainEntry): void {
    const client = this.endClient(chain);
    for (const n of chain.instances) this.forgetInstance(n);
    if (client !== null)
      this.connections = this.connections.filter(
        (edge) => !isClientPort(edge.from, client) && !isClientPort(edge.to, client),
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

/** Client in `<client>:in_<n>` or `<client>:out_<n>`; null for another name. */
export function clientOfPort(port: string): string | null {
  return /^(.+):(?:in|out)_\d+$/.exec(port)?.[1] ?? null;
}

/** Whether a name is that of a client's own port, `<client>:in_<n>` or `<client>:out_<n>`. */
export function isClientPort(port: string, client: string): boolean {
  return clientOfPort(port) === client;
}
