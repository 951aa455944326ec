import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk, ok, type Result } from '@plugin-hostd/base';
import { type Failure, type Plugin, settingsSchema, type Verb } from '@plugin-hostd/contracts';
import { type Argument, decodeReply, type Reply, type Worker, type WorkerOptions } from '@plugin-hostd/host';
import { type RunningDaemon, startDaemon } from '../daemon.js';
import { FakeWorker, TestServer, testCatalogue, testPlugin } from '../testing.js';
import { TestController } from './test-controller.js';

const amp: Plugin = { ...testPlugin('amp'), uri: 'lv2:urn:test:amp', id: 'urn:test:amp', format: 'lv2' };
const plugins = [amp, testPlugin('comp'), testPlugin('fail'), testPlugin('crash-init')];

const range = { module: '', default: 0, text: '', stepped: false, hidden: false };
const parameters = [
  { ...range, symbol: 'gain', name: 'Gain', min: -60, max: 12, value: 0, readonly: false },
  { ...range, symbol: 'meter', name: 'Meter', min: 0, max: 1, value: 0.5, readonly: true },
  { ...range, symbol: 'urn:test:depth', name: 'Depth', min: 0, max: 1, value: 0, readonly: false },
];

/** A worker whose plugins have a gain, a meter that they report, and a property. */
export class PluginWorker extends FakeWorker {
  readonly #values = new Map<string, number>();

  override async command(verb: Verb, ...args: Argument[]): Promise<Result<Reply, Failure>> {
    const answered = await super.command(verb, ...args);
    const message = this.connected ? this.#answerOf(verb, args) : null;
    return message === null ? answered : decodeReply(verb, args, message);
  }

  #answerOf(verb: Verb, args: readonly Argument[]): string | null {
    const symbol = String(args[1]);
    const parameter = parameters.find((it) => it.symbol === symbol);
    if (verb === 'param_info') return `resp 0 ${JSON.stringify(parameters)}`;
    if (verb === 'monitor_output') return parameter?.readonly ? 'resp 1' : 'resp 0';
    if (verb === 'monitor_output_off') return parameter?.readonly ? 'resp 1' : 'resp 0';
    if (verb === 'preset_load') return symbol.endsWith('none') ? 'resp -104' : null;
    if (verb === 'cpu_load') return 'resp 0 12.5';
    if (verb === 'max_cpu_load') return 'resp 0 40';
    if (verb !== 'param_set' && verb !== 'param_get') return null;
    if (symbol === ':bypass') return 'resp 0';
    if (!parameter) return 'resp -103';
    return verb === 'param_get' ? this.#get(args, parameter.value) : this.#set(args, parameter);
  }

  #get([instance, symbol]: readonly Argument[], value: number): string {
    return `resp 0 ${this.#values.get(`${instance} ${symbol}`) ?? value}`;
  }

  #set(
    [instance, symbol, value]: readonly Argument[],
    { min, max, readonly }: (typeof parameters)[0],
  ): string {
    if (readonly) return 'resp -902';
    this.#values.set(`${instance} ${symbol}`, Math.min(Math.max(Number(value), min), max));
    return 'resp 0';
  }
}

/** The real daemon with mod-host's protocol on free ports, on fake workers. For tests. */
export class ModHostBed {
  readonly runDir = mkdtempSync(join(tmpdir(), 'omx-mod-host-'));
  readonly workers: PluginWorker[] = [];
  readonly #controllers: TestController[] = [];
  #daemon: RunningDaemon | undefined;

  get daemon(): RunningDaemon {
    if (!this.#daemon) throw new Error('no daemon was started');
    return this.#daemon;
  }

  async start(): Promise<this> {
    const spawn = async (options: WorkerOptions): Promise<Result<Worker, Failure>> => {
      const worker = new PluginWorker(options, 1_000_000 + this.workers.length, new Set());
      this.workers.push(worker);
      return ok(worker);
    };
    const { server } = new TestServer();
    this.#daemon = expectOk(
      await startDaemon(settingsSchema.parse({ runDir: this.runDir }), {
        spare: false,
        spawn,
        catalogue: testCatalogue(plugins),
        findServer: async () => ok(server),
        modHost: { address: '127.0.0.1', port: 0, feedbackPort: 0 },
      }),
    );
    return this;
  }

  /** The newest worker of an instance. */
  worker(instance: number): PluginWorker {
    const found = this.workers.findLast(({ name }) => name === `effect_${instance}`);
    if (!found) throw new Error(`no worker of instance ${instance}`);
    return found;
  }

  connect(): Promise<TestController> {
    return this.#open(({ port }) => port);
  }

  connectFeedback(): Promise<TestController> {
    return this.#open(({ feedbackPort }) => feedbackPort ?? 0);
  }

  async #open(
    of: (server: { port: number; feedbackPort: number | null }) => number,
  ): Promise<TestController> {
    const server = expectOk(this.daemon.modHost);
    if (!server) throw new Error('the protocol is not served');
    const controller = await TestController.connect(of(server));
    this.#controllers.push(controller);
    return controller;
  }

  async close(): Promise<void> {
    for (const controller of this.#controllers) await controller.close();
    await this.daemon.stop();
    rmSync(this.runDir, { recursive: true, force: true });
  }
}
