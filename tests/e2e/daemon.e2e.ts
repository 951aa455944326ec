// The daemon with real workers and a real jackd: what it keeps when plugins, workers and audio servers fail, and what it leaves behind.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectOk } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { clientOf, ensureDaemon } from '@plugin-hostd/client/node';
import type { SavedGraph, Status } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AudioServer, privateName, startJack } from './support/jack-server.js';
import { until } from './support/processes.js';
import { Tag } from './support/tagged.js';

const program = fileURLToPath(new URL('../../packages/cli/bin/plugin-hostd.mjs', import.meta.url));
const hostile = (name: string) => join(buildDir(), 'fixtures', `${name}.clap`);

let tag: Tag;
let runDir: string;
let client: Client;
let pid: number;

async function start(server: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const options = ['--run-dir', runDir, '--server', server, '--orphan-timeout-seconds', '0'];
  const { daemon } = expectOk(
    await ensureDaemon({
      runDir,
      command: [process.execPath, program, 'start', '--foreground', ...options],
      environment: { ...process.env, ...env, ...tag.env },
    }),
  );
  client = clientOf(daemon);
  pid = daemon.pid;
}

beforeEach(async () => {
  tag = new Tag();
  runDir = await mkdtemp(join(tmpdir(), 'omx-daemon-'));
});

afterEach(async () => {
  // A killed jackd keeps one of the machine's eight places for servers, so the daemon is asked first.
  await client.stop();
  const nothingLeft = until('the daemon to end', async () => (await tag.processes()).length === 0);
  await nothingLeft.catch(async () => {
    for (const left of await tag.processes()) process.kill(left.pid, 'SIGKILL');
  });
  await rm(runDir, { recursive: true, force: true });
});

const status = async (): Promise<Status> => expectOk(await client.status());

/** Every instance with its state and what was set, and the connections: what must survive. */
async function whatIs() {
  const { graph } = await status();
  const instances = graph.instances.map(({ instance, state, parameters }) => ({
    instance,
    state,
    parameters,
  }));
  const connections = graph.connections.map(({ from, to }) => `${from} ${to}`).sort();
  return { instances, connections };
}

/** Cycles that the clients have run since the connection's last look. */
async function plays(): Promise<boolean> {
  const top = await client.top();
  return top.ok && top.value.clients.length > 0 && top.value.clients.every(({ cycles }) => cycles > 0);
}

async function makeChain(): Promise<void> {
  expectOk(await client.createChain({ expression: 'omx-eq8 hpf=80 | ZamTube', name: 'main' }));
}

/** Waits until worker `main` is another process than before, and plays. */
async function untilRestarted(before: number): Promise<void> {
  await until('another worker to play', async () => {
    const worker = (await status()).workers.find(({ name }) => name === 'main');
    return worker?.state === 'running' && worker.pid !== before && (await plays());
  });
}

const workerPid = async () => (await status()).workers.find(({ name }) => name === 'main')?.pid ?? 0;

describe('with a private server', () => {
  beforeEach(() => start('dummy'));

  test('a worker that is killed comes back as it was, and plays', async () => {
    await makeChain();
    const before = await whatIs();
    const old = await workerPid();
    process.kill(old, 'SIGKILL');
    await untilRestarted(old);
    expect(await whatIs()).toEqual(before);
  });

  test.each(['crash-process', 'hang-process'])(
    'a plugin from %s is left out in the end, and the rest plays',
    async (name) => {
      await makeChain();
      const culprits: unknown[] = [];
      const events = expectOk(
        await client.events((event) => {
          if (event.type === 'worker' && event.culprit) culprits.push(event.culprit.instance);
        }),
      );
      expectOk(await client.addInstance({ plugin: hostile(name), chain: 'main', position: 1 }));
      await until('it alone to be left out', async () => {
        const states = (await whatIs()).instances.map(({ state }) => state);
        return states.join() === 'running,running,isolated';
      });
      await until('the rest to play', plays);
      const { instances, connections } = await whatIs();
      expect(instances[0]?.parameters).toEqual({ 1: 80 });
      expect(connections).toContain('effect_0:out1_1 effect_1:in1_1');
      expectOk(await client.removeInstance({ instance: 2 }));
      events.close();
      expect(new Set(culprits)).toEqual(new Set([2]));
    },
  );

  test('a plugin that crashes when it is activated costs nobody else anything', async () => {
    await makeChain();
    const before = await whatIs();
    const added = await client.addInstance({ plugin: hostile('crash-activate'), chain: 'main' });
    expect(!added.ok && added.error.message).toBe(
      'The plugin Fixture Crash in Activate crashed in activate.',
    );
    expect(await whatIs()).toEqual(before);
    await until('the rest to play', plays);
  });

  test('what cannot be used is refused with the reason and the next step', async () => {
    await makeChain();
    const text = join(runDir, 'text.clap');
    await writeFile(text, 'This is no plugin.');
    const before = await whatIs();
    const refusals = {
      plugin_not_found: 'no-such-plugin',
      file_unreadable: join(runDir, 'missing.clap'),
      plugin_failed: text,
      out_of_range: 'omx-eq8 hpf=1e9',
      parameter_absent: 'omx-eq8 nonsense=1',
      bad_expression: 'omx-eq8 hpf=',
    };
    for (const [code, plugin] of Object.entries(refusals)) {
      const added = await client.addInstance({ plugin, chain: 'main' });
      expect(!added.ok && added.error.code, plugin).toBe(code);
      expect(!added.ok && added.error.hint).toMatch(/^[A-Z][^{}]+$/);
    }
    for (const name of ['crash-init', 'crash-entry', 'init-fails', 'wrong-abi', 'no-factory']) {
      const added = await client.addInstance({ plugin: hostile(name), chain: 'main' });
      expect(!added.ok && added.error.code, name).toBe('plugin_failed');
      expect(!added.ok && added.error.message).not.toMatch(/\n|undefined| at .*:\d+/);
    }
    expect(await whatIs()).toEqual(before);
  });

  test('a saved graph comes back with the state of its plugins', async () => {
    await makeChain();
    expectOk(await client.changeInstance({ instance: 1 }, { bypassed: true }));
    const saved: SavedGraph = expectOk(await client.save());
    expect(Object.keys(saved.states)).toContain('0');
    expectOk(await client.removeChain({ name: 'main' }));
    expectOk(await client.load(saved));
    await until('it to play', plays);
    expect(expectOk(await client.save())).toEqual(saved);
  });

  test('an end leaves no process, no file and no shared memory', async () => {
    await makeChain();
    const { server } = await status();
    expectOk(await client.stop());
    await until('all its processes to end', async () => (await tag.processes()).length === 0);
    expect((await readdir(runDir)).filter((name) => name !== 'daemon.log')).toEqual([]);
    expect((await readdir('/dev/shm')).filter((name) => name.includes(server?.name ?? ''))).toEqual([]);
  });

  test('a daemon that is killed takes workers and server with it when no orphans are wanted', async () => {
    await makeChain();
    process.kill(pid, 'SIGKILL');
    await until('all its processes to end', async () => (await tag.processes()).length === 0);
  });
});

describe('with a server that is not ours', () => {
  const name = privateName();
  let server: AudioServer;

  beforeEach(async () => {
    server = await startJack({}, name);
    await start('jack', server.env);
  });
  afterEach(() => server.stop());

  test('the graph is laid anew when the server comes back at another rate', async () => {
    await makeChain();
    const before = await whatIs();
    await server.stop();
    await until('the loss to be seen', async () => (await status()).server === null);
    server = await startJack({ rate: 96_000, period: 128 }, name);
    await until('it to play', plays);
    expect((await status()).server).toMatchObject({ sampleRate: 96_000, period: 128, embedded: false });
    expect(await whatIs()).toEqual(before);
  });

  test('another period is followed', async () => {
    await makeChain();
    await server.setPeriod(512);
    await until('it to be seen', async () => (await status()).server?.period === 512);
    await until('it to play', plays);
  });
});
