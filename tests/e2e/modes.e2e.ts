// One client for sixteen plugins against sixteen clients: the same sound to the bit.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdIdleStates } from './support/idle-states.js';
import type { AudioServer } from './support/jack-server.js';
import { playSine, record } from './support/probe.js';
import { run } from './support/processes.js';
import { servers } from './support/servers.js';
import {
  ownEffect,
  privateFolder,
  startJackWorker,
  stereo,
  type TestWorker,
  zam,
} from './support/workers.js';

const count = 16;
const single = 100; // first instance number of the second chain
const plugins = [ownEffect('omx-eq8'), zam('ZamCompX2'), ownEffect('omx-delay'), zam('ZamGateX2')];
const uri = (index: number) => plugins[index % plugins.length] as string;

let server: AudioServer;
let folder: string;
afterAll(holdIdleStates());
const workers: TestWorker[] = [];

async function clients(): Promise<Set<string>> {
  const { stdout } = await run('jack_lsp', [], { env: server.env });
  return new Set(
    stdout.split('\n').flatMap((line) => (line.includes(':') ? [line.split(':')[0] as string] : [])),
  );
}

async function start(name: string): Promise<TestWorker> {
  const worker = await startJackWorker(server, name);
  workers.push(worker);
  return worker;
}

async function layGrouped(): Promise<TestWorker> {
  const worker = await start('grouped');
  await worker.say('begin');
  for (let i = 0; i < count; i++) await worker.say('add', uri(i), i, 'mix');
  const edges = [...stereo('in', 0), ...stereo(count - 1, 'out')];
  for (let i = 1; i < count; i++) edges.push(...stereo(i - 1, i));
  for (const [from, to] of edges) await worker.say('connect', from, to);
  await worker.say('commit');
  return worker;
}

async function laySingle(): Promise<TestWorker[]> {
  const chain: TestWorker[] = [];
  for (let i = 0; i < count; i++) {
    const worker = await start(`effect_${single + i}`);
    await worker.say('add', uri(i), single + i);
    for (const [from, to] of i > 0 ? stereo(single + i - 1, single + i) : [])
      await worker.say('connect', from, to);
    chain.push(worker);
  }
  return chain;
}

describe.each(servers)('sixteen plugins under $name', ({ start }) => {
  beforeAll(async () => {
    server = await start({ period: 1024 });
    folder = await privateFolder();
  });

  afterAll(async () => {
    for (const worker of workers.splice(0)) await worker.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('sound the same to the bit in one client and in sixteen', async () => {
    const before = await clients();
    const grouped = await layGrouped();
    expect((await clients()).size - before.size).toBe(1);
    const chain = await laySingle();
    expect((await clients()).size - before.size).toBe(1 + count);

    const source = await playSine(server, [
      `mix:in_1+effect_${single}:in1_1`,
      `mix:in_2+effect_${single}:in1_2`,
    ]);
    const last = `effect_${single + count - 1}`;
    const recorder = await record(
      server,
      ['mix:out_1', 'mix:out_2', `${last}:out1_1`, `${last}:out1_2`],
      6 * server.rate,
      folder,
    );
    // All plugins are reset at one frame, one second into the recording.
    const frame = recorder.dueFrameTime + server.rate;
    await grouped.say('reset', 'mix', frame);
    for (const [i, worker] of chain.entries()) await worker.say('reset', `effect_${single + i}`, frame);
    const { channels, startFrameTime, missedFrames } = await recorder.recording();
    await source.end();

    expect(missedFrames).toBe(0);
    // Settled by then: what the chains held before the reset has left them.
    const from = frame - startFrameTime + 2048;
    for (const side of [0, 1]) {
      const one = (channels[side] as Float32Array).subarray(from);
      const sixteen = (channels[side + 2] as Float32Array).subarray(from);
      expect(one.some((sample) => Math.abs(sample) > 0.01)).toBe(true);
      expect(Buffer.compare(Buffer.from(one.slice().buffer), Buffer.from(sixteen.slice().buffer))).toBe(0);
    }
  });
});
