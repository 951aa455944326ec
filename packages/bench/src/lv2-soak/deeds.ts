import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import {
  type Failure,
  type Parameter,
  type PortInfo,
  paramInfoSchema,
  portInfoSchema,
  presetsSchema,
} from '@plugin-hostd/contracts';
import { decodeJson, type Worker } from '@plugin-hostd/host';
import type { Subject } from '../lv2-sweep/subjects.js';
import type { Random } from '../statistics/random.js';

export const client = 'soak';
const mostInstances = 8;

/** An instance that runs, with what it may be asked. */
interface Running {
  readonly subject: Subject;
  readonly parameters: readonly Parameter[];
  readonly presets: readonly string[];
  bypassed: boolean;
}

export type Deed = 'add' | 'remove' | 'set' | 'preset' | 'state' | 'bypass';

/** How often each is done, of a hundred. */
const shares: readonly (readonly [Deed, number])[] = [
  ['add', 20],
  ['remove', 17],
  ['set', 40],
  ['preset', 8],
  ['state', 10],
  ['bypass', 5],
];

/** Picks a deed by the shares. */
export function pickDeed(random: Random): Deed {
  let left = random() * shares.reduce((sum, [, share]) => sum + share, 0);
  for (const [deed, share] of shares) {
    left -= share;
    if (left < 0) return deed;
  }
  return 'set';
}

/** Does things at random to plugins of a worker, and keeps book of what runs there. */
export class Doer {
  readonly #running = new Map<number, Running>();
  /** Number of the instance that is being added, whom a crash meanwhile belongs to. */
  #adding: Subject | null = null;

  constructor(
    private readonly worker: Worker,
    private readonly folder: string,
    private readonly random: Random,
  ) {}

  /** The plugin of an instance; of the one that is being added when it has no number yet. */
  subjectOf(instance: number | null): Subject | null {
    return instance === null ? this.#adding : (this.#running.get(instance)?.subject ?? this.#adding);
  }

  /** One deed; failures of a plugin's own (it refuses a state, say) count as done. Failure: worker_lost, or one of ours. */
  async act(pool: readonly Subject[]): Promise<Result<Deed, Failure>> {
    const deed = this.#running.size === 0 ? 'add' : pickDeed(this.random);
    const done = await this.#do(deed, pool);
    if (done.ok || pluginsOwn.has(done.error.code)) return ok(deed);
    return err({ ...done.error, message: `${deed}: ${done.error.message}` });
  }

  async removeAll(): Promise<Result<unknown, Failure>> {
    const removed = await this.worker.command('remove', -1);
    if (removed.ok) this.#running.clear();
    return removed;
  }

  #do(deed: Deed, pool: readonly Subject[]): Promise<Result<unknown, Failure>> {
    const [instance, running] = this.#pickRunning();
    switch (deed) {
      case 'add':
        return this.#running.size < mostInstances ? this.add(this.#pick(pool)) : this.#remove(instance);
      case 'remove':
        return this.#remove(instance);
      case 'set':
        return this.#set(instance, running);
      case 'preset':
        return running.presets.length === 0
          ? this.#set(instance, running)
          : this.worker.command('preset_load', instance, this.#pick(running.presets));
      case 'state':
        return this.#keepState(instance);
      case 'bypass':
        running.bypassed = !running.bypassed;
        return this.worker.command('bypass', instance, running.bypassed ? 1 : 0);
    }
  }

  /** Loads a plugin, connects its sound, and asks what it has. */
  async add(subject: Subject): Promise<Result<unknown, Failure>> {
    let instance = 0;
    while (this.#running.has(instance)) instance += 1;
    this.#adding = subject;
    const added = await this.#load(subject, instance);
    this.#adding = null;
    return added;
  }

  async #load(subject: Subject, instance: number): Promise<Result<unknown, Failure>> {
    const added = await this.worker.command('add', subject.plugin.uri, instance, client);
    if (!added.ok) return added;
    const book = {
      subject,
      parameters: [] as readonly Parameter[],
      presets: [] as string[],
      bypassed: false,
    };
    this.#running.set(instance, book);
    const ports = await this.#ask('port_info', instance, portInfoSchema);
    if (!ports.ok) return ports;
    const parameters = await this.#ask('param_info', instance, paramInfoSchema);
    if (!parameters.ok) return parameters;
    const presets = await this.#ask('presets', instance, presetsSchema);
    if (!presets.ok) return presets;
    book.parameters = parameters.value.filter((it) => !it.readonly && it.max > it.min);
    book.presets.push(...presets.value.map(({ uri }) => uri));
    return this.#connect(instance, ports.value);
  }

  async #connect(instance: number, ports: readonly PortInfo[]): Promise<Result<unknown, Failure>> {
    const audio = (direction: string) =>
      ports.filter((it) => it.kind === 'audio' && it.direction === direction).slice(0, 2);
    const replies = await Promise.all([
      this.worker.command('begin'),
      ...audio('input').map((it, i) =>
        this.worker.command('connect', `${client}:in_${i + 1}`, `effect_${instance}:${it.symbol}`),
      ),
      ...audio('output').map((it, i) =>
        this.worker.command('connect', `effect_${instance}:${it.symbol}`, `${client}:out_${i + 1}`, 0.1),
      ),
      this.worker.command('commit'),
    ]);
    return replies.find((reply) => !reply.ok) ?? ok(undefined);
  }

  #remove(instance: number): Promise<Result<unknown, Failure>> {
    this.#adding = this.#running.get(instance)?.subject ?? null; // a crash on its way out is its own
    this.#running.delete(instance);
    return this.worker.command('remove', instance);
  }

  async #set(instance: number, { parameters }: Running): Promise<Result<unknown, Failure>> {
    if (parameters.length === 0) return ok(undefined);
    const { symbol, min, max } = this.#pick(parameters);
    return this.worker.command('param_set', instance, symbol, min + (max - min) * this.random());
  }

  async #keepState(instance: number): Promise<Result<unknown, Failure>> {
    const file = join(this.folder, 'soak.state');
    const saved = await this.worker.command('instance_save', instance, file);
    return saved.ok ? this.worker.command('instance_load', instance, file) : saved;
  }

  async #ask<T>(
    verb: 'port_info' | 'param_info' | 'presets',
    instance: number,
    schema: Parameters<typeof decodeJson<T>>[1],
  ): Promise<Result<T, Failure>> {
    const reply = await this.worker.command(verb, instance);
    return reply.ok ? decodeJson(verb, schema, reply.value.value) : reply;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T;
  }

  #pickRunning(): readonly [number, Running] {
    return this.#running.size === 0 ? [0, nothing] : this.#pick([...this.#running]);
  }
}

const nothing: Running = {
  subject: { plugin: null as never, package: '' },
  parameters: [],
  presets: [],
  bypassed: false,
};

/** Failures that are the plugin's own business. */
const pluginsOwn = new Set<Failure['code']>([
  'plugin_failed',
  'plugin_refused',
  'preset_failed',
  'state_failed',
]);
