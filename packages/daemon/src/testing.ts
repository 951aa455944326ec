import { ok, type Result } from '@plugin-hostd/base';
import { resolvePlugin } from '@plugin-hostd/catalogue';
import { type Failure, failure, type Plugin, type PluginCall, type Verb } from '@plugin-hostd/contracts';
import {
  type Argument,
  decodeReply,
  type HangRecord,
  type Reply,
  type StatusPage,
  type Worker,
  type WorkerDeath,
  type WorkerOptions,
  workerFiles,
} from '@plugin-hostd/host';
import type { AudioServer } from './audio-server/audio-server.js';
import type { PluginCatalogue } from './session.js';

/** A stereo effect of the test catalogue. Its id ends in its name. */
export function testPlugin(name: string, channels = 2): Plugin {
  const ports = [{ name: 'main', channels, main: true }];
  return {
    uri: `clap:/test/${name}.clap#org.test.${name}`,
    id: `org.test.${name}`,
    name,
    vendor: '',
    version: '1',
    format: 'clap',
    features: [],
    audioInputs: ports,
    audioOutputs: ports,
    noteInputs: 0,
    noteOutputs: 0,
    parameters: 1,
    latencyFrames: 0,
  };
}

/** A catalogue that holds the given plugins and never scans. */
export function testCatalogue(plugins: readonly Plugin[]): PluginCatalogue {
  return {
    plugins,
    failures: [],
    scan: async () => ok(undefined),
    resolve: async (text) => resolvePlugin(plugins, text),
  };
}

/** An audio server that exists in name only. */
export class TestServer {
  readonly server: AudioServer;
  vanish: (reason: string) => void = () => {};

  constructor(sampleRate = 48_000) {
    const gone = new Promise<string>((resolve) => {
      this.vanish = resolve;
    });
    this.server = {
      info: { kind: 'dummy', name: 'test', description: 'a test', sampleRate, period: 256, embedded: true },
      driver: { kind: 'timer', rate: sampleRate, period: 256 },
      physical: {
        capture: ['system:capture_1', 'system:capture_2'],
        playback: ['system:playback_1', 'system:playback_2'],
      },
      gone,
      alive: async () => true,
      end: async () => {},
    };
  }
}

const gain = {
  symbol: '1',
  name: 'Gain',
  module: '',
  min: -60,
  max: 12,
  default: 0,
  value: 0,
  text: '0 dB',
  readonly: false,
  stepped: false,
  hidden: false,
};

/**
 * Stands in for a worker: answers commands by the book and notes them; no process, no sound. Plugins named "crash-<call>" end it in that
 * call, one named "fail" refuses to start.
 */
export class FakeWorker implements Worker {
  name: string;
  readonly pid: number;
  readonly files;
  readonly death: Promise<WorkerDeath>;
  readonly log: string[] = [];
  connected = true;
  #line: (line: string) => void = () => {};
  #die: (death: WorkerDeath) => void = () => {};
  readonly #instances = new Map<number, string>();
  readonly #options: WorkerOptions;

  /** @param failing instances that crash the worker when they are loaded */
  constructor(
    options: WorkerOptions,
    pid: number,
    private readonly failing: ReadonlySet<number>,
  ) {
    this.#options = options;
    this.name = options.name;
    this.pid = pid;
    this.files = workerFiles(options.runDir, options.name);
    this.death = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get driver() {
    return this.#options.driver;
  }

  async command(verb: Verb, ...args: Argument[]): Promise<Result<Reply, Failure>> {
    await Promise.resolve();
    if (!this.connected) return this.#lost();
    this.log.push([verb, ...args].join(' '));
    const message = this.#answer(verb, args);
    return message === null ? this.#lost() : decodeReply(verb, args, message);
  }

  async subscribe(onLine: (line: string) => void): Promise<Result<void, Failure>> {
    this.#line = onLine;
    return ok(undefined);
  }

  async readStatus(): Promise<Result<StatusPage, Failure>> {
    return {
      ok: false,
      error: failure('file_unreadable', { file: this.files.status, reason: 'it is a fake' }),
    };
  }

  async end(): Promise<WorkerDeath> {
    this.connected = false;
    this.#die({ exitCode: 0, signal: null, crash: null, hang: null });
    return this.death;
  }

  rename(name: string): void {
    this.name = name;
  }

  kill(): void {
    this.crash(9, null, 'none', true);
  }

  killHung(hang: HangRecord): void {
    this.connected = false;
    this.#die({ exitCode: null, signal: 'SIGKILL', crash: null, hang });
  }

  /** Sends a feedback line. */
  say(line: string): void {
    this.#line(line);
  }

  /** Ends as by a fatal signal. */
  crash(signal: number, instance: number | null, call: PluginCall, fromOutside = false): void {
    this.connected = false;
    this.#die({
      exitCode: null,
      signal: 'SIGSEGV',
      crash: { signal, fromOutside, instance, call, uri: '' },
      hang: null,
    });
  }

  #lost(): Result<never, Failure> {
    return {
      ok: false,
      error: failure('worker_lost', { worker: this.name, reason: 'its connection closed' }),
    };
  }

  /** The reply to a command; null when it ends the worker. */
  #answer(verb: Verb, args: readonly Argument[]): string | null {
    if (verb === 'add') return this.#add(String(args[0]), Number(args[1]));
    if (verb === 'remove') this.#instances.delete(Number(args[0]));
    if (verb === 'param_info') return `resp 0 ${JSON.stringify([gain])}`;
    if (verb === 'param_parse')
      return /dB$/.test(String(args[2])) ? `resp 0 ${parseFloat(String(args[2]))}` : 'resp -1005';
    if (verb === 'expose') return `resp 0 ${args[0]}`;
    if (verb === 'port_info') return 'resp 0 []';
    if (verb === 'info') return `resp 0 ${JSON.stringify(this.#info())}`;
    return 'resp 0';
  }

  #add(uri: string, instance: number): string | null {
    if (uri.endsWith('fail')) return 'resp -102 it said no';
    const call = this.failing.has(instance) ? 'init' : /crash-(\w+)$/.exec(uri)?.[1];
    if (call) {
      this.crash(11, instance, call as PluginCall);
      return null;
    }
    this.#instances.set(instance, uri);
    return `resp ${instance}`;
  }

  #info() {
    const instances = [...this.#instances].map(([instance, uri]) => ({
      instance,
      uri,
      client: this.name,
      layout: 'native',
      placement: 'inline',
      bypassed: false,
      active: true,
      latencyFrames: 64,
    }));
    const { name, pid } = this;
    const { driver } = this;
    const sampleRate = driver.kind === 'timer' ? driver.rate : 0;
    const base = { name, version: '0', pid, driver: 'timer', sampleRate, period: 256 };
    return { ...base, statusPage: this.files.status, clients: [], instances };
  }
}

/** Spawns fake workers and remembers all of them. */
export class FakeHost {
  readonly workers: FakeWorker[] = [];
  /** Instances that crash a worker when they are loaded. */
  readonly failing = new Set<number>();

  readonly spawn = async (options: WorkerOptions): Promise<Result<Worker, Failure>> => {
    const worker = new FakeWorker(options, 1_000_000 + this.workers.length, this.failing);
    this.workers.push(worker);
    return ok(worker);
  };

  /** The newest worker of a name. */
  worker(name: string): FakeWorker {
    const found = this.workers.findLast((worker) => worker.name === name);
    if (!found) throw new Error(`no worker ${name}`);
    return found;
  }
}
