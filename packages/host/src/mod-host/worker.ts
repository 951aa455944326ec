import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import {
  type Failure,
  fail,
  failure,
  type Parameter,
  type PortInfo,
  type Verb,
} from '@plugin-hostd/contracts';
import type { StatusPage } from '../status/decode.js';
import type { Argument, Reply } from '../wire/codec.js';
import type { WorkerConnection } from '../wire/connection.js';
import type { HangRecord, WorkerDeath } from '../worker/death.js';
import { endWorker, killProcess } from '../worker/end.js';
import type { WorkerFiles } from '../worker/launch.js';
import type { Exit, Worker } from '../worker/worker.js';
import { type DescribedPlugin, describeLv2, lv2Symbol } from './describe.js';
import { packFolder, unpackFolder } from './state-file.js';

const nothing: Reply = { code: 0, value: '' };

/** Signals by which a process ends for a fault of its code. */
const faults: Readonly<Record<string, number>> = { SIGILL: 4, SIGABRT: 6, SIGBUS: 7, SIGFPE: 8, SIGSEGV: 11 };

interface Loaded {
  readonly uri: string;
  readonly plugin: DescribedPlugin;
}

/**
 * mod-host as a worker: it answers our verbs, some by itself, some out of what the plugin's bundle says. Its instances are JACK
 * clients of their own, effect_<n>; it keeps no status page, so nothing is metered. A fault of the process is put down to the plugin
 * that it runs, when there is just one.
 */
export class ModHostWorker implements Worker {
  name: string;
  readonly pid: number;
  readonly files: WorkerFiles;
  readonly death: Promise<WorkerDeath>;
  readonly #connection: WorkerConnection;
  readonly #loaded = new Map<number, Loaded>();
  /** Of the plugin that is being loaded. */
  #loading: { readonly instance: number; readonly uri: string } | null = null;
  #hang: HangRecord | null = null;

  constructor(
    name: string,
    pid: number,
    files: WorkerFiles,
    connection: WorkerConnection,
    exit: Promise<Exit>,
  ) {
    this.name = name;
    this.pid = pid;
    this.files = files;
    this.#connection = connection;
    connection.onHung = () => this.killHung({ instance: this.#only(), call: this.#call(), uri: '' });
    this.death = exit.then((outcome) => this.#bury(outcome));
  }

  get connected(): boolean {
    return !this.#connection.ended;
  }

  command(verb: Verb, ...args: Argument[]): Promise<Result<Reply, Failure>> {
    const instance = Number(args[0]);
    switch (verb) {
      case 'add':
        return this.#add(String(args[0]), Number(args[1]));
      case 'remove':
        this.#loaded.delete(instance);
        return this.#connection.command(verb, instance);
      case 'connect':
      case 'disconnect':
        return this.#connection.command(
          verb,
          ...args.slice(0, 2).map((port) => this.#jackName(String(port))),
        );
      case 'expose':
        return this.#answer(this.#jackName(String(args[0])));
      case 'begin':
      case 'commit':
      case 'reset':
      case 'sidechain':
        return this.#answer('');
      case 'port_info':
        return this.#about(instance, ({ plugin }) => this.#answer(JSON.stringify(portsOf(instance, plugin))));
      case 'param_info':
        return this.#about(instance, (loaded) => this.#parameters(instance, loaded));
      case 'instance_save':
        return this.#about(instance, () => this.#saveState(String(args[1])));
      case 'instance_load':
        return this.#about(instance, () => this.#loadState(String(args[1])));
      case 'info':
        return this.#answer(JSON.stringify(this.#info()));
      case 'param_set':
      case 'param_get':
      case 'bypass':
      case 'activate':
      case 'preset_load':
      case 'quit':
        return this.#connection.command(verb, ...args);
      default:
        return Promise.resolve(fail('invalid_operation', { what: verb, reason: 'mod-host cannot do that' }));
    }
  }

  /** mod-host's feedback says what it was told; nothing of it is news. */
  async subscribe(): Promise<Result<void, Failure>> {
    return ok(undefined);
  }

  async readStatus(): Promise<Result<StatusPage, Failure>> {
    return err(
      failure('file_unreadable', { file: this.files.status, reason: 'mod-host keeps no status page' }),
    );
  }

  end(): Promise<WorkerDeath> {
    return endWorker(this, this.#connection);
  }

  rename(name: string): void {
    this.name = name;
  }

  kill(): void {
    killProcess(this.pid);
  }

  killHung(hang: HangRecord): void {
    this.#hang = hang;
    this.kill();
  }

  async #answer(value: string): Promise<Result<Reply, Failure>> {
    return this.connected
      ? ok({ code: 0, value })
      : fail('worker_lost', { worker: this.name, reason: 'its connection closed' });
  }

  #about(
    instance: number,
    answer: (loaded: Loaded) => Promise<Result<Reply, Failure>>,
  ): Promise<Result<Reply, Failure>> {
    const loaded = this.#loaded.get(instance);
    return loaded ? answer(loaded) : Promise.resolve(fail('instance_absent', { instance }));
  }

  async #add(uri: string, instance: number): Promise<Result<Reply, Failure>> {
    const bare = uri.replace(/^lv2:/, '');
    const plugin = await describeLv2(bare);
    if (!plugin.ok) return plugin;
    this.#loading = { instance, uri };
    const added = await this.#connection.command('add', bare, instance);
    if (!added.ok) return added;
    this.#loading = null;
    this.#loaded.set(instance, { uri, plugin: plugin.value });
    return added;
  }

  /** `effect_<n>:in1_1` by the name that mod-host registers it under; other names as they are. */
  #jackName(port: string): string {
    const match = /^effect_(\d+):(.+)$/.exec(port);
    const loaded = match && this.#loaded.get(Number(match[1]));
    return loaded ? `effect_${match[1]}:${lv2Symbol(loaded.plugin, match[2] as string)}` : port;
  }

  async #parameters(instance: number, { plugin }: Loaded): Promise<Result<Reply, Failure>> {
    const parameters: Parameter[] = [];
    for (const parameter of plugin.params) {
      const got = await this.#connection.command('param_get', instance, parameter.symbol);
      if (!got.ok && got.error.code === 'worker_lost') return got;
      const value = got.ok ? Number(got.value.value) : parameter.default;
      parameters.push({ ...parameter, value, text: String(value) });
    }
    return ok({ code: 0, value: JSON.stringify(parameters) });
  }

  async #saveState(file: string): Promise<Result<Reply, Failure>> {
    return this.#inFolder(async (folder) => {
      const saved = await this.#connection.command('state_save', folder);
      if (!saved.ok) return saved;
      await packFolder(folder, file);
      return ok(nothing);
    });
  }

  /** mod-host says nothing when it has loaded a state: the answer to what is asked next shows that it is done. */
  async #loadState(file: string): Promise<Result<Reply, Failure>> {
    return this.#inFolder(async (folder) => {
      await unpackFolder(file, folder);
      return this.#connection.command('state_load', folder);
    });
  }

  async #inFolder(act: (folder: string) => Promise<Result<Reply, Failure>>): Promise<Result<Reply, Failure>> {
    const folder = await mkdtemp(join(tmpdir(), 'plugin-hostd-mod-host-'));
    try {
      return await act(folder);
    } catch (error) {
      return fail('state_failed', {
        instance: this.#only() ?? '',
        action: 'kept',
        reason: (error as Error).message,
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Zeros mean that it does not know. */
  #info() {
    return {
      name: this.name,
      version: 'mod-host',
      pid: this.pid,
      driver: 'jack',
      sampleRate: 0,
      period: 0,
      statusPage: '',
      clients: [...this.#loaded.keys()].map((n) => ({ name: `effect_${n}`, sampleRate: 0, period: 0 })),
      instances: [...this.#loaded].map(([instance, { uri }]) => ({
        instance,
        uri,
        client: `effect_${instance}`,
        layout: 'native',
        placement: 'inline',
        bypassed: false,
        active: true,
        latencyFrames: 0,
      })),
    };
  }

  /** The instance that a fault is put down to. */
  #only(): number | null {
    if (this.#loading) return this.#loading.instance;
    const [first, second] = [...this.#loaded.keys()];
    return first !== undefined && second === undefined ? first : null;
  }

  #call() {
    return this.#loading ? ('load' as const) : ('process' as const);
  }

  #bury(exit: Exit): WorkerDeath {
    this.#connection.close();
    const signal = exit.signal === null ? undefined : faults[exit.signal];
    const isFault = signal !== undefined && this.#hang === null;
    const uri = this.#loading?.uri ?? '';
    const crash = isFault
      ? { signal, fromOutside: false, instance: this.#only(), call: this.#call(), uri }
      : null;
    return { ...exit, crash, hang: this.#hang };
  }
}

/** What `port_info` says. */
function portsOf(instance: number, plugin: DescribedPlugin): PortInfo[] {
  const audio = (direction: PortInfo['direction'], ports: DescribedPlugin['audioInputs']) =>
    ports.flatMap(({ channels, main, symbols }, port) =>
      symbols.map(
        (symbol, channel): PortInfo => ({
          symbol: `${direction === 'input' ? 'in' : 'out'}${port + 1}_${channel + 1}`,
          direction,
          kind: 'audio',
          port,
          channel,
          channels,
          main,
          latencyFrames: 0,
          serverName: `effect_${instance}:${symbol}`,
        }),
      ),
    );
  const notes = (direction: PortInfo['direction'], symbols: readonly string[]) =>
    symbols.map(
      (symbol, port): PortInfo => ({
        symbol: `events_${direction === 'input' ? 'in' : 'out'}${port + 1}`,
        direction,
        kind: 'note',
        port,
        channel: 0,
        channels: 1,
        main: port === 0,
        latencyFrames: 0,
        serverName: `effect_${instance}:${symbol}`,
      }),
    );
  return [
    ...audio('input', plugin.audioInputs),
    ...notes('input', plugin.noteInputSymbols),
    ...audio('output', plugin.audioOutputs),
    ...notes('output', plugin.noteOutputSymbols),
  ];
}
