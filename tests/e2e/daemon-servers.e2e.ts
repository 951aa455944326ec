// The daemon on an audio server that is not its own, jackd and PipeWire: what it lays there, and how it follows it.
import { rm } from 'node:fs/promises';
import { expectOk } from '@plugin-hostd/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixtureFile, TestDaemon } from './support/daemon.js';
import { type AudioServer, privateName } from './support/jack-server.js';
import { playSine, record } from './support/probe.js';
import { run, until } from './support/processes.js';
import { servers } from './support/servers.js';
import { privateFolder } from './support/workers.js';

const gain = `${fixtureFile('gain')} gain=0.5`;

describe.each(servers)('under $name', ({ start, kind }) => {
  let name: string;
  let server: AudioServer;
  let daemon: TestDaemon;
  let folder: string;

  beforeEach(async () => {
    name = privateName();
    folder = await privateFolder();
    server = await start({ period: 256 }, name);
    daemon = await TestDaemon.start(kind, { env: server.env });
  });
  afterEach(async () => {
    await daemon.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The highest sample that comes out of a port while a sine of amplitude 0.5 goes into others. */
  async function peakThrough(inputs: readonly string[], output: string): Promise<number> {
    const source = await playSine(server, inputs);
    const recorder = await record(server, [output], server.rate, folder);
    const { channels } = await recorder.recording();
    await source.end();
    return (channels[0] as Float32Array).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  }

  async function clients(): Promise<Set<string>> {
    const { stdout } = await run('jack_lsp', [], { env: server.env });
    return new Set([...stdout.matchAll(/^([^:\n]+):/gm)].map((match) => match[1] as string));
  }

  test('the graph is laid anew and sounds as before when the server comes back at another rate', async () => {
    await daemon.makeChain();
    const request = { expression: `${gain} | omx-eq8`, name: 'strip', connect: false };
    expectOk(await daemon.client.createChain(request));
    // The parameter is 0.5, and so is the sine.
    expect(await peakThrough(['strip:in_1', 'strip:in_2'], 'strip:out_1')).toBeCloseTo(0.25, 3);
    const before = await daemon.whatIs();
    await server.stop();
    await until('the loss to be seen', async () => (await daemon.status()).server === null);
    server = await start({ rate: 96_000, period: 128 }, name);
    await until('all of it to play', async () => {
      const { graph } = await daemon.status();
      return graph.instances.every(({ state }) => state === 'running') && (await daemon.plays());
    });
    expect((await daemon.status()).server).toMatchObject({ kind, sampleRate: 96_000, embedded: false });
    await until('its period', async () => (await daemon.status()).server?.period === 128);
    expect(await daemon.whatIs()).toEqual(before);
    expect(await peakThrough(['strip:in_1', 'strip:in_2'], 'strip:out_1')).toBeCloseTo(0.25, 3);
  });

  test('another period is followed', async () => {
    await daemon.makeChain();
    await server.setPeriod(512);
    await until('it to be seen', async () => (await daemon.status()).server?.period === 512);
    await until('it to play', () => daemon.plays());
  });

  test('a chain is spread over the clients that the user chose, and passes sound', async () => {
    const before = await clients();
    const expression = `${gain} | omx-eq8 | ${gain}`;
    const chain = await daemon.client.createChain({ expression, name: 'strip', placement: { 3: 'last' } });
    const { inputs, outputs } = expectOk(chain);
    expect([inputs[0], outputs[0]]).toEqual(['effect_0:in1_1', 'effect_2:out1_1']);
    const added = [...(await clients())].filter((client) => !before.has(client));
    expect(added.sort()).toEqual(['last', 'strip']);
    expect((await daemon.status()).workers.map((worker) => worker.name)).toEqual(['strip', 'last']);
    const [left, right] = ['strip:effect_0:in1_1', 'strip:effect_0:in1_2'] as const;
    // 0.5 of the sine, by 0.5, by 0.5 again.
    expect(await peakThrough([left, right], 'last:effect_2:out1_1')).toBeCloseTo(0.125, 3);

    expectOk(await daemon.client.removeInstance({ instance: 2 }));
    expect(await peakThrough(['strip:in_1', 'strip:in_2'], 'strip:out_1')).toBeCloseTo(0.25, 3);
    expect(await clients()).not.toContain('last');
  });
});
