// A daemon of a test, in a run directory of its own; whatever it starts is ended with it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectOk } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { clientOf, ensureDaemon } from '@plugin-hostd/client/node';
import type { Status } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import { until } from './processes.js';
import { Tag } from './tagged.js';

const program = fileURLToPath(new URL('../../../packages/cli/bin/plugin-hostd.mjs', import.meta.url));

/** Path of one of our test plugins. */
export const fixtureFile = (name: string) => join(buildDir(), 'fixtures', `${name}.clap`);

export interface DaemonOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** More words of its command line. */
  readonly words?: readonly string[];
}

export class TestDaemon {
  private constructor(
    readonly client: Client,
    readonly pid: number,
    readonly runDir: string,
    readonly tag: Tag,
  ) {}

  /** Starts one that takes a server of a kind. */
  static async start(server: string, { env = {}, words = [] }: DaemonOptions = {}): Promise<TestDaemon> {
    const tag = new Tag();
    const runDir = await mkdtemp(join(tmpdir(), 'omx-daemon-'));
    const options = ['--run-dir', runDir, '--server', server, '--orphan-timeout-seconds', '0', ...words];
    const { daemon } = expectOk(
      await ensureDaemon({
        runDir,
        command: [process.execPath, program, 'start', '--foreground', ...options],
        environment: { ...process.env, OMX_MOD_HOST_PORT: '0', ...env, ...tag.env },
      }),
    );
    return new TestDaemon(clientOf(daemon), daemon.pid, runDir, tag);
  }

  /** Ends it and all that it started. A killed jackd keeps one of the machine's eight places for servers, so it is asked first. */
  async close(): Promise<void> {
    await this.client.stop();
    await this.untilNothingRuns().catch(async () => {
      for (const left of await this.tag.processes()) process.kill(left.pid, 'SIGKILL');
    });
    await rm(this.runDir, { recursive: true, force: true });
  }

  untilNothingRuns(): Promise<true> {
    return until(
      'all its processes to end',
      async () => (await this.tag.processes()).length === 0 || undefined,
    );
  }

  async status(): Promise<Status> {
    return expectOk(await this.client.status());
  }

  /** Every instance with its state and what was set, and the connections: what must survive. */
  async whatIs() {
    const { graph } = await this.status();
    const instances = graph.instances.map(({ instance, state, parameters }) => ({
      instance,
      state,
      parameters,
    }));
    const connections = graph.connections.map(({ from, to }) => `${from} ${to}`).sort();
    return { instances, connections };
  }

  /** Whether every client has run cycles since the connection's last look. */
  async plays(): Promise<boolean> {
    const top = await this.client.top();
    return top.ok && top.value.clients.length > 0 && top.value.clients.every(({ cycles }) => cycles > 0);
  }

  /** A chain of two plugins in a client named main. */
  async makeChain(): Promise<void> {
    expectOk(await this.client.createChain({ expression: 'omx-eq8 hpf=80 | ZamTube', name: 'main' }));
  }

  async workerPid(name = 'main'): Promise<number> {
    return (await this.status()).workers.find((worker) => worker.name === name)?.pid ?? 0;
  }
}
