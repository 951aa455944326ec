// Edits while sound runs: none may be heard as more than its crossfade.
import { rm } from 'node:fs/promises';
import { expectOk } from '@plugin-hostd/base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdIdleStates } from './support/idle-states.js';
import type { AudioServer } from './support/jack-server.js';
import { type Probe, playSine, record } from './support/probe.js';
import { until } from './support/processes.js';
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

const fadeFrames = 512;
// The source: 0.5·sin(2π·100·t). Its steepest step at 48 kHz is 0.5·2π·100/48000.
const sineStep = (0.5 * 2 * Math.PI * 100) / 48_000;
// A crossfade between gains a and b adds at most 0.5·|a − b|/512 per frame; gains here differ by at most 0.5. A click
// would be a step of up to 0.25.
const stepBound = sineStep + (0.5 * 0.5) / fadeFrames + 1e-5;

let server: AudioServer;
let folder: string;
let worker: TestWorker;
let source: Probe;
afterAll(holdIdleStates());

/** Cycles that the client has run, as the status page tells. */
async function cyclesRun(): Promise<number> {
  return Number(expectOk(await worker.worker.readStatus()).clients[0]?.cycles ?? 0);
}

/** Records `seconds` while `edit` runs; gives the left channel, checked for gaps of the machine's. */
async function recordWhile(edit: () => Promise<void>, seconds = 3): Promise<Float32Array> {
  const recorder = await record(
    server,
    [`${clientName}:out_1`, `${clientName}:out_2`],
    seconds * server.rate,
    folder,
  );
  const begin = await cyclesRun();
  await until('a second of sound', async () => (await cyclesRun()) > begin + server.rate / 1024);
  await edit();
  const { channels, missedFrames } = await recorder.recording();
  expect(missedFrames).toBe(0);
  return channels[0] as Float32Array;
}

/** Largest sample of the first and of the last half second. */
function levels(samples: Float32Array): [before: number, after: number] {
  const peak = (part: Float32Array) => part.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return [peak(samples.subarray(0, 12_000)), peak(samples.subarray(-24_000))];
}

describe.each(servers)('an edit while the sine plays, under $name', ({ start }) => {
  beforeAll(async () => {
    server = await start({ period: 1024 });
  });

  afterAll(async () => {
    await server.stop();
  });

  beforeEach(async () => {
    folder = await privateFolder();
    worker = await startJackWorker(server);
    await worker.say('add', fixture('gain'), 0, clientName);
    await worker.say('add', fixture('gain'), 1, clientName);
    await worker.wire([...stereo('in', 0), ...stereo(0, 1), ...stereo(1, 'out')]);
    source = await playSine(server, [`${clientName}:in_1`, `${clientName}:in_2`]);
  });

  afterEach(async () => {
    await source.end();
    await worker.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('inserting a plugin of gain 0.5', async () => {
    const sound = await recordWhile(async () => {
      await worker.say('begin');
      await worker.say('add', fixture('gain'), 2, clientName);
      await worker.say('param_set', 2, '1', 0.5);
      for (const [from, to] of stereo(0, 1)) await worker.say('disconnect', from, to);
      for (const [from, to] of [...stereo(0, 2), ...stereo(2, 1)]) await worker.say('connect', from, to);
      await worker.say('commit');
    });
    expect(largestStep(sound)).toBeLessThan(stepBound);
    const [before, after] = levels(sound);
    expect(before).toBeCloseTo(0.5, 4);
    expect(after).toBeCloseTo(0.25, 4);
  });

  test('removing a plugin and closing the gap', async () => {
    await worker.say('param_set', 1, '1', 0.5);
    const sound = await recordWhile(async () => {
      await worker.say('begin');
      for (const [from, to] of stereo(0, 'out')) await worker.say('connect', from, to);
      await worker.say('remove', 1);
      await worker.say('commit');
    });
    expect(largestStep(sound)).toBeLessThan(stepBound);
    expect(levels(sound)[1]).toBeCloseTo(0.5, 4);
  });

  test('bypassing a plugin and bringing it back', async () => {
    await worker.say('param_set', 1, '1', 0.5);
    const sound = await recordWhile(async () => {
      await worker.say('bypass', 1, 1);
      await worker.say('bypass', 1, 0);
      await worker.say('bypass', 1, 1);
    });
    expect(largestStep(sound)).toBeLessThan(stepBound);
    expect(levels(sound)[1]).toBeCloseTo(0.5, 4);
  });

  test('exchanging two plugins in two steps: out, with the gap closed, and in again', async () => {
    await worker.say('param_set', 0, '1', 0.5);
    const sound = await recordWhile(async () => {
      await worker.say('begin');
      for (const [from, to] of [...stereo('in', 0), ...stereo(0, 1)])
        await worker.say('disconnect', from, to);
      for (const [from, to] of stereo('in', 1)) await worker.say('connect', from, to);
      await worker.say('commit');
      await worker.say('begin');
      for (const [from, to] of stereo(1, 'out')) await worker.say('disconnect', from, to);
      for (const [from, to] of [...stereo(1, 0), ...stereo(0, 'out')]) await worker.say('connect', from, to);
      await worker.say('commit');
    });
    expect(largestStep(sound)).toBeLessThan(stepBound);
    expect(levels(sound)[1]).toBeCloseTo(0.25, 4);
  });

  test('bypassing a plugin of 64 frames latency keeps the latency: the sine goes on as it was', async () => {
    await worker.say('begin');
    await worker.say('add', fixture('latency'), 3, clientName);
    for (const [from, to] of stereo(1, 'out')) await worker.say('disconnect', from, to);
    for (const [from, to] of [...stereo(1, 3), ...stereo(3, 'out')]) await worker.say('connect', from, to);
    await worker.say('commit');
    const sound = await recordWhile(async () => {
      await worker.say('bypass', 3, 1);
    });
    // Dry and wet are the same signal at the same time, so even the crossfade adds nothing.
    expect(largestStep(sound)).toBeLessThan(sineStep + 1e-5);
  });

  test('a latency that changes by 1000 frames', async () => {
    await worker.say('begin');
    await worker.say('add', fixture('latency'), 3, clientName);
    for (const [from, to] of stereo(1, 'out')) await worker.say('disconnect', from, to);
    for (const [from, to] of [...stereo(1, 3), ...stereo(3, 'out')]) await worker.say('connect', from, to);
    await worker.say('commit');
    const sound = await recordWhile(async () => {
      await worker.say('param_set', 3, '1', 1064);
    });
    // The sine is shifted, so a crossfade between the two adds at most 1/512 per frame (amplitudes 0.5 in opposite phase).
    expect(largestStep(sound)).toBeLessThan(sineStep + 1 / fadeFrames + 1e-5);
    const ports = JSON.parse(await worker.say('port_info', 3)) as {
      direction: string;
      latencyFrames: number;
    }[];
    expect(Math.max(...ports.map(({ latencyFrames }) => latencyFrames))).toBe(1064);
  });
});
