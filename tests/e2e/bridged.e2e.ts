// Plugins in processes of their own: what happens to one of them is heard in its own part of the sound alone.
import { readdir, readFile, rm } from 'node:fs/promises';
import { expectOk } from '@plugin-hostd/base';
import { workerInfoSchema } from '@plugin-hostd/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandLine } from './support/cli.js';
import { holdIdleStates } from './support/idle-states.js';
import { type AudioServer, startJack } from './support/jack-server.js';
import { type Probe, playSine, record } from './support/probe.js';
import { until } from './support/processes.js';
import {
  fixture,
  offline,
  privateFolder,
  startJackWorker,
  stereo,
  type TestWorker,
} from './support/workers.js';

afterAll(holdIdleStates());

/** Ids of the processes that one has started. */
const childrenOf = (pid: number) => readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');

/** Real-time priorities of a process's threads: field 40 of their stat, counted from 1. */
async function priorities(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
  );
  return stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[37]));
}

const id = (name: string) => `org.plugin-hostd.fixture.${name}`;

/**
 * in → gain 2 → state, gain 2, bridged → gain 0.25 → out: in time the input to the bit, dry exactly half of it. Powers of two
 * round nowhere.
 */
async function layChain(worker: TestWorker, placement = 'bridged'): Promise<void> {
  await worker.say('begin');
  await worker.say('add', fixture('gain'), 0, 'mix');
  await worker.say('add', fixture('state'), 1, 'mix', 'native', placement);
  await worker.say('add', fixture('gain'), 2, 'mix');
  for (const [instance, gain] of [
    [0, 2],
    [1, 2],
    [2, 0.25],
  ] as const)
    await worker.say('param_set', instance, '1', gain);
  for (const [from, to] of [...stereo('in', 0), ...stereo(0, 1), ...stereo(1, 2), ...stereo(2, 'out')])
    await worker.say('connect', from, to);
  await worker.say('commit');
}

test('a bridged plugin renders what it renders inline, to the bit', async () => {
  const rate = 48_000;
  const noise = Float32Array.from({ length: rate }, (_, n) => Math.sin(n * n) / 2);
  const input = { rate, channels: [noise, noise.slice().reverse()] };
  const inline = await offline(input, (worker) => layChain(worker, 'inline'));
  const bridged = await offline(input, (worker) => layChain(worker));
  expect(inline.channels[0]?.some((x) => x !== 0)).toBe(true);
  expect(bridged.channels).toEqual(inline.channels);
});

describe('under jackd', () => {
  const period = 512;
  let server: AudioServer;
  let worker: TestWorker;
  let source: Probe;
  let folder: string;

  beforeAll(async () => {
    server = await startJack({ period });
    folder = await privateFolder();
    worker = await startJackWorker(server);
    await layChain(worker);
    // Beside the chain: the same sound, through no bridge.
    await worker.say('add', fixture('gain'), 3, 'mix');
    await worker.wire([
      ['mix:in_1', 'effect_3:in1_1'],
      ['effect_3:out1_1', 'mix:out_3'],
    ]);
    source = await playSine(server, ['mix:in_1', 'mix:in_2']);
  });

  afterAll(async () => {
    await source.end();
    await worker.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function bridge() {
    const info = workerInfoSchema.parse(JSON.parse(await worker.say('info')));
    const found = info.instances.find(({ instance }) => instance === 1)?.bridge;
    if (!found) throw new Error('instance 1 is not bridged');
    return found;
  }

  /**
   * Every frame is wet to the bit, dry to the bit, or within a fade, which lasts a period at most; never silent. Wet at the end.
   */
  async function expectNoGap(recorder: Probe): Promise<void> {
    const { channels } = await recorder.recording();
    const [chain, beside] = channels as [Float32Array, Float32Array];
    expect(beside.some((x) => Math.abs(x) > 0.45)).toBe(true);
    let fading = 0;
    let longestFade = 0;
    let silent = 0;
    for (const [n, x] of beside.entries()) {
      fading = chain[n] === x || chain[n] === x / 2 ? 0 : fading + 1;
      longestFade = Math.max(longestFade, fading);
      if (chain[n] === 0 && Math.abs(x) > 0.25) silent += 1;
    }
    expect(longestFade).toBeLessThanOrEqual(period);
    expect(silent).toBe(0);
    expect(chain.subarray(-period)).toEqual(beside.subarray(-period));
  }

  test('a bridged plugin that is killed is dry until another process has taken its place, with its values', async () => {
    const before = await bridge();
    expect(before.state).toBe('running');
    // One real-time priority below JACK's clients, which run at 65 here.
    expect(await priorities(before.pid)).toContain(64);
    const recorder = await record(server, ['mix:out_1', 'mix:out_3'], 2 * server.rate, folder, 'killed');
    process.kill(before.pid, 'SIGKILL');
    await until('another process', async () => (await bridge()).restarts === before.restarts + 1);
    await expectNoGap(recorder);
    const after = await bridge();
    expect(after.pid).not.toBe(before.pid);
    expect(after.state).toBe('running');
    expect(Number(await worker.say('param_get', 1, '1'))).toBe(2);
  });

  test.each([
    ['hang-process', 'its process gives no answer: another takes its place'],
    ['spin-process', 'its process ended by SIGXCPU in process: another took its place in '],
  ])('%s is replaced, and its input is heard meanwhile', async (name, words) => {
    const lines: string[] = [];
    const watcher = expectOk(await worker.worker.subscribe((line) => lines.push(line)));
    expect(watcher).toBeUndefined();
    await worker.say('add', fixture(name), 4, 'mix', 'native', 'bridged');
    await worker.wire([
      ['mix:in_1', 'effect_4:in1_1'],
      ['effect_4:out1_1', 'mix:out_4'],
    ]);
    const recorder = await record(server, ['mix:out_4', 'mix:out_3'], 2 * server.rate, folder, name);
    await worker.say('param_set', 4, '1', 0); // from the next block on, in every process
    await until('another process', () => lines.some((line) => line.includes(words)));
    const [through, beside] = (await recorder.recording()).channels as [Float32Array, Float32Array];
    // It passes its input on, and so does the dry signal: to the bit, whoever is asked.
    expect(through).toEqual(beside);
    await worker.say('remove', 4);
  });

  test('one that is stopped is bypassed, and heard again after a second in time', async () => {
    const before = await bridge();
    const recorder = await record(server, ['mix:out_1', 'mix:out_3'], 5 * server.rate, folder, 'stopped');
    process.kill(before.pid, 'SIGSTOP');
    await until('the bypass', async () => (await bridge()).state === 'bypassed');
    process.kill(before.pid, 'SIGCONT');
    await until('its return', async () => (await bridge()).state === 'running');
    await expectNoGap(recorder);
    const after = await bridge();
    expect(after).toMatchObject({ pid: before.pid, restarts: before.restarts });
    expect(after.dryCycles).toBeGreaterThan(before.dryCycles);
  });
});

test('a plugin of a bridged chain may crash: its worker runs on, and nobody is left out', async () => {
  const cli = await CommandLine.open();
  try {
    await cli.run('start', '--server', 'dummy');
    const made = await cli.json<{ mode: string }>(
      'chain',
      `${id('gain')} gain=2 | ${id('crash-process')} After=1e9`,
      '--mode',
      'bridged',
      '--name',
      'safe',
    );
    expect(made.mode).toBe('bridged');
    type Status = import('@plugin-hostd/contracts').Status;
    const before = await cli.json<Status>('status');
    expect(before.graph.instances.map(({ bridged }) => bridged)).toEqual([true, true]);
    const pid = before.workers.find(({ name }) => name === 'safe')?.pid as number;
    const bridges = await childrenOf(pid);
    await cli.json('set', '1', 'After=0');
    await until('the crash', async () => (await childrenOf(pid)) !== bridges);
    const after = await cli.json<Status>('status');
    expect(after.workers.map(({ pid }) => pid)).toEqual(before.workers.map(({ pid }) => pid));
    expect(after.graph.instances.every(({ state }) => state === 'running')).toBe(true);
  } finally {
    await cli.close();
  }
});
