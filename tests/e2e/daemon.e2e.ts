// The daemon with real workers and a private jackd: what it keeps when plugins and workers fail, and what it leaves behind.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectOk } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import type { SavedGraph } from '@plugin-hostd/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixtureFile, TestDaemon } from './support/daemon.js';
import { until } from './support/processes.js';

let daemon: TestDaemon;
let client: Client;

async function start(words: readonly string[] = []): Promise<void> {
  daemon = await TestDaemon.start('dummy', { words });
  client = daemon.client;
}

beforeEach(() => start());
afterEach(() => daemon.close());

/** Waits until worker `main` is another process than before, and plays. */
async function untilRestarted(before: number): Promise<void> {
  await until('another worker to play', async () => {
    const worker = (await daemon.status()).workers.find(({ name }) => name === 'main');
    return worker?.state === 'running' && worker.pid !== before && (await daemon.plays());
  });
}

test('a worker that is killed comes back as it was, and plays', async () => {
  await daemon.makeChain();
  const before = await daemon.whatIs();
  const old = await daemon.workerPid();
  process.kill(old, 'SIGKILL');
  await untilRestarted(old);
  expect(await daemon.whatIs()).toEqual(before);
});

test.each(['crash-process', 'hang-process'])(
  'a plugin from %s is left out in the end, and the rest plays',
  async (name) => {
    await daemon.makeChain();
    const culprits: unknown[] = [];
    const events = expectOk(
      await client.events((event) => {
        if (event.type === 'worker' && event.culprit) culprits.push(event.culprit.instance);
      }),
    );
    expectOk(await client.addInstance({ plugin: fixtureFile(name), chain: 'main', position: 1 }));
    await until('it alone to be left out', async () => {
      const states = (await daemon.whatIs()).instances.map(({ state }) => state);
      return states.join() === 'running,running,isolated';
    });
    await until('the rest to play', () => daemon.plays());
    const { instances, connections } = await daemon.whatIs();
    expect(instances[0]?.parameters).toEqual({ 1: 80 });
    expect(connections).toContain('effect_0:out1_1 effect_1:in1_1');
    const again = await client.retryInstance({ instance: 2 });
    // It may fail before the answer is sent, or after.
    expect(again.ok || ['plugin_crashed', 'plugin_timeout'].includes(again.error.code)).toBe(true);
    await until('it to be left out again', async () => {
      return (await daemon.whatIs()).instances[2]?.state === 'isolated' && (await daemon.plays());
    });
    expectOk(await client.removeInstance({ instance: 2 }));
    events.close();
    expect(new Set(culprits)).toEqual(new Set([2]));
  },
);

test('a plugin that crashes when it is activated costs nobody else anything', async () => {
  await daemon.makeChain();
  const before = await daemon.whatIs();
  const added = await client.addInstance({ plugin: fixtureFile('crash-activate'), chain: 'main' });
  expect(!added.ok && added.error.message).toBe('The plugin Fixture Crash in Activate crashed in activate.');
  expect(await daemon.whatIs()).toEqual(before);
  await until('the rest to play', () => daemon.plays());
});

test('a plugin that hangs while its state is saved is named and left out, and can be brought back', async () => {
  await daemon.close();
  await start(['--call-limit-seconds', '2']);
  await daemon.makeChain();
  expectOk(await client.addInstance({ plugin: fixtureFile('hang-state'), chain: 'main' }));
  const before = await daemon.whatIs();
  const saved = await client.save();
  expect(!saved.ok && saved.error).toMatchObject({
    code: 'plugin_timeout',
    message: 'The plugin Fixture Hang in State did not return from state within 2 s.',
  });
  const { instances } = (await daemon.status()).graph;
  expect(instances.map(({ state }) => state)).toEqual(['running', 'running', 'isolated']);
  expect(instances[2]?.reason).toBe('left out: it hung in state');
  await until('the rest to play', () => daemon.plays());
  expect(Object.keys(expectOk(await client.save()).states)).toContain('0');

  expect(expectOk(await client.retryInstance({ instance: 2 })).state).toBe('running');
  expect(await daemon.whatIs()).toEqual(before);
  await until('it to play', () => daemon.plays());
});

test('what cannot be used is refused with the reason and the next step', async () => {
  await daemon.makeChain();
  const text = join(daemon.runDir, 'text.clap');
  await writeFile(text, 'This is no plugin.');
  const before = await daemon.whatIs();
  const refusals = {
    plugin_not_found: 'no-such-plugin',
    file_unreadable: join(daemon.runDir, 'missing.clap'),
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
    const added = await client.addInstance({ plugin: fixtureFile(name), chain: 'main' });
    expect(!added.ok && added.error.code, name).toBe('plugin_failed');
    expect(!added.ok && added.error.message).not.toMatch(/\n|undefined| at .*:\d+/);
    expect(!added.ok && added.error.hint).toContain(`scan --file ${fixtureFile(name)}`);
  }
  // The files were looked into by now.
  const byName = await client.addInstance({ plugin: 'org.plugin-hostd.fixture.crash-init', chain: 'main' });
  expect(!byName.ok && byName.error.message).toMatch(/crash-init could not be started: it crashed in init/);
  expect(await daemon.whatIs()).toEqual(before);
});

test('a saved graph comes back with the state of its plugins', async () => {
  await daemon.makeChain();
  expectOk(await client.changeInstance({ instance: 1 }, { bypassed: true }));
  const saved: SavedGraph = expectOk(await client.save());
  expect(Object.keys(saved.states)).toContain('0');
  expectOk(await client.removeChain({ name: 'main' }));
  expectOk(await client.load(saved));
  await until('it to play', () => daemon.plays());
  expect(expectOk(await client.save())).toEqual(saved);
});

test('an end leaves no process, no file and no shared memory', async () => {
  await daemon.makeChain();
  const { server } = await daemon.status();
  expectOk(await client.stop());
  await daemon.untilNothingRuns();
  expect((await readdir(daemon.runDir)).filter((name) => name !== 'daemon.log')).toEqual([]);
  expect((await readdir('/dev/shm')).filter((name) => name.includes(server?.name ?? ''))).toEqual([]);
});

test('a daemon that is killed takes workers and server with it when no orphans are wanted', async () => {
  await daemon.makeChain();
  process.kill(daemon.pid, 'SIGKILL');
  await daemon.untilNothingRuns();
});
