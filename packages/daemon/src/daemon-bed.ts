import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk, ok } from '@plugin-hostd/base';
import { type DaemonEvent, type Graph, graphSchema, settingsSchema } from '@plugin-hostd/contracts';
import { type RunningDaemon, startDaemon } from './daemon.js';
import { FakeHost, TestServer, testCatalogue, testPlugin } from './testing.js';

const plugins = [
  testPlugin('comp'),
  testPlugin('eq'),
  testPlugin('mono', 1),
  testPlugin('fail'),
  testPlugin('crash-init'),
  testPlugin('crash-activate'),
];

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any route
  readonly body: any;
}

/** The real daemon, spoken to over HTTP, on a fake worker host: no process and no audio server is started. For tests. */
export class DaemonBed {
  readonly runDir = mkdtempSync(join(tmpdir(), 'omx-daemon-'));
  readonly host = new FakeHost();
  server = new TestServer();
  events: DaemonEvent[] = [];
  #daemon: RunningDaemon | undefined;

  get daemon(): RunningDaemon {
    if (!this.#daemon) throw new Error('no daemon was started');
    return this.#daemon;
  }

  async start(spare = false): Promise<this> {
    const settings = settingsSchema.parse({ runDir: this.runDir, modHostPort: 0 });
    const parts = {
      spare,
      spawn: this.host.spawn,
      catalogue: testCatalogue(plugins),
      findServer: async () => ok(this.server.server),
    };
    this.#daemon = expectOk(await startDaemon(settings, parts));
    this.#daemon.onEvent((event) => this.events.push(event));
    return this;
  }

  async close(): Promise<void> {
    await this.daemon.stop();
    rmSync(this.runDir, { recursive: true, force: true });
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.daemon.port}${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Asks for a chain, named v unless `more` says otherwise. */
  chain(expression: string, more: object = {}): Promise<Answer> {
    return this.ask('POST', '/v1/chains', { expression, name: 'v', ...more });
  }

  async graph(): Promise<Graph> {
    return graphSchema.parse((await this.ask('GET', '/v1/status')).body.graph);
  }

  /** The connections of the graph, `<from> <to>`. */
  async edges(): Promise<string[]> {
    return (await this.graph()).connections.map(({ from, to }) => `${from} ${to}`);
  }

  /** Waits until the event came, or until it comes. */
  async eventOf<T extends DaemonEvent>(is: (event: DaemonEvent) => event is T): Promise<T> {
    const seen = this.events.find(is);
    if (seen) return seen;
    return new Promise((resolve) => {
      const stop = this.daemon.onEvent((event) => {
        if (!is(event)) return;
        stop();
        resolve(event);
      });
    });
  }
}

/** For {@link DaemonBed.eventOf}: a worker that ended is back. */
export const restarted = (event: DaemonEvent): event is DaemonEvent & { type: 'worker' } =>
  event.type === 'worker' && event.state === 'restarted';
