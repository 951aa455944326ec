// What a worker does the same under jackd and under PipeWire.
import { rm } from 'node:fs/promises';
import { expectOk } from '@plugin-hostd/base';
import { programPath } from '@plugin-hostd/host';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdIdleStates } from './support/idle-states.js';
import type { AudioServer } from './support/jack-server.js';
import { playSine, record } from './support/probe.js';
import { run, until } from './support/processes.js';
import { servers } from './support/servers.js';
import { largestStep } from './support/wave.js';
import {
  clientName,
  fixture,
  privateFolder,
  startJackWorker,
  stereo,
  type TestWorker,
} from './support/workers.js';

afterAll(holdIdleStates());

describe.each(servers)('under $name', ({ start }) => {
  let server: AudioServer;
  let folder: string;
  let worker: TestWorker;

  beforeAll(async () => {
    server = await start({ period: 256 });
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    folder = await privateFolder();
    worker = await startJackWorker(server);
  });
  afterEach(async () => {
    await worker.end();
    await rm(folder, { recursive: true, force: true });
  });

  async function status() {
    return expectOk(await worker.worker.readStatus());
  }

  async function cyclesPass(count: number): Promise<void> {
    const begin = (await status()).clients[0]?.cycles ?? 0;
    await until(`${count} cycles`, async () => ((await status()).clients[0]?.cycles ?? 0) > begin + count);
  }

  /** Frames that an impulse takes through the client, less the period that any way from the probe to itself takes. */
  async function measuredLatency(): Promise<number> {
    const ports = ['--to', `${clientName}:in_1`, '--from', `${clientName}:out_1`];
    // PipeWire's links begin to pass sound some cycles after they are made.
    const wait = ['--delay', String(server.rate / 2)];
    const { stdout, stderr, code } = await run(programPath('omx-probe'), ['latency', ...wait, ...ports], {
      env: server.env,
    });
    if (code !== 0) throw new Error(stderr);
    const report = JSON.parse(stdout.trim().split('\n').at(-1) as string) as {
      channels: { latencyFrames: number }[];
    };
    return report.channels[0]?.latencyFrames ?? -1;
  }

  test.each([
    ['no latency of its own', 'gain', 0],
    ['a plugin of 64 frames', 'latency', 64],
  ])('an impulse arrives as late as the ports report: %s', async (_, plugin, expected) => {
    await worker.say('add', fixture(plugin), 0, clientName);
    await worker.wire([...stereo('in', 0), ...stereo(0, 'out')]);
    expect(await measuredLatency()).toBe(expected);
    expect((await status()).clients[0]?.latencyFrames).toBe(expected);
  });

  test('another period is followed without a restart, and the sound goes on', async () => {
    await worker.say('add', fixture('gain'), 0, clientName);
    await worker.wire([...stereo('in', 0), ...stereo(0, 'out')]);
    const source = await playSine(server, [`${clientName}:in_1`, `${clientName}:in_2`]);
    await server.setPeriod(1024);
    await until('the new period', async () => (await status()).clients[0]?.blockFrames === 1024);
    await cyclesPass(4);
    const recorder = await record(server, [`${clientName}:out_1`], server.rate, folder);
    const { channels } = await recorder.recording();
    await source.end();
    await server.setPeriod(256);
    const sound = channels[0] as Float32Array;
    expect(largestStep(sound)).toBeLessThan((0.5 * 2 * Math.PI * 100) / server.rate + 1e-5);
    expect(sound.reduce((most, value) => Math.max(most, value), 0)).toBeCloseTo(0.5, 4);
  });

  test('a plugin whose output is not finite is silenced, counted and taken out of the way', async () => {
    await worker.say('add', fixture('nan'), 0, clientName);
    await worker.wire([...stereo('in', 0), ...stereo(0, 'out')]);
    const source = await playSine(server, [`${clientName}:in_1`, `${clientName}:in_2`]);
    await until('the isolation', async () => ((await status()).instances[0]?.nonfiniteBlocks ?? 0) >= 8);
    const recorder = await record(server, [`${clientName}:out_1`], server.rate / 2, folder);
    const { channels } = await recorder.recording();
    await source.end();
    expect(channels[0]?.every(Number.isFinite)).toBe(true);
    // Isolated, it passes its input on.
    expect(channels[0]?.reduce((most, value) => Math.max(most, value), 0)).toBeCloseTo(0.5, 3);
  });

  test('ports of a client carry the names that controllers know', async () => {
    await worker.say('add', fixture('gain'), 7);
    const { stdout } = await run('jack_lsp', [], { env: server.env });
    const ours = stdout.split('\n').filter((line) => line.startsWith('effect_7:'));
    expect(ours.sort()).toEqual(['effect_7:in1_1', 'effect_7:in1_2', 'effect_7:out1_1', 'effect_7:out1_2']);
  });
});
