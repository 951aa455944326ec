import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsSchema } from '@plugin-hostd/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDaemon } from '../daemon.js';
import { TestServer, testCatalogue } from '../testing.js';
import { ModHostBed } from './test-bed.js';
import type { TestController } from './test-controller.js';

let bed: ModHostBed;

beforeEach(async () => {
  bed = await new ModHostBed().start();
});
afterEach(() => bed.close());

/** What was asked was answered, so that everything before it has been carried out. */
const settle = (controller: TestController) => controller.ask('output_data_ready');

describe('messages', () => {
  test('in pieces are whole at their NUL, not before', async () => {
    const controller = await bed.connect();
    for (const piece of ['ad', 'd urn:test:amp 0', '1', '\0cpu', '_load']) {
      controller.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    controller.write('\0');
    expect(await controller.next()).toBe('resp 1');
    expect(await controller.next()).toBe('resp 0 12.5000');
  });

  test('many at once are answered in their order', async () => {
    const controller = await bed.connect();
    const sets = Array.from({ length: 200 }, (_, i) => `param_set 0 gain ${i % 10}`);
    const replies = await controller.askAll(['add urn:test:amp 0', ...sets, 'param_get 0 gain']);
    expect(replies).toEqual([...Array(201).fill('resp 0'), 'resp 0 9.0000']);
  });

  test('somebody at a terminal needs no NUL, and a last word needs no line end', async () => {
    const controller = await bed.connect();
    controller.write('cpu_load\nbypass 0 1\r\n');
    expect([await controller.next(), await controller.next()]).toEqual(['resp 0 12.5000', 'resp -3']);
    controller.socket.end('bypass 1 1');
    expect(await controller.next()).toBe('resp -3');
    await controller.closed;
  });

  test('a page in a browser is not listened to', async () => {
    const controller = await bed.connect();
    controller.write('POST / HTTP/1.1\r\nHost: 127.0.0.1:5555\r\n\r\n\0add urn:test:amp 0\0');
    await controller.closed;
    expect(bed.workers.filter(({ name }) => name === 'effect_0')).toEqual([]);
  });
});

describe('several controllers', () => {
  test('share the instances, and each gets its own replies', async () => {
    const [a, b] = [await bed.connect(), await bed.connect()];
    expect(await a.ask('add urn:test:amp 0')).toBe('resp 0');
    expect(await b.ask('param_set 0 gain 3')).toBe('resp 0');
    expect(await a.ask('param_get 0 gain')).toBe('resp 0 3.0000');
  });

  test('hear what the others set, not what they set themselves', async () => {
    const a = await bed.connect();
    const feedbackOfA = await bed.connectFeedback();
    await settle(a);
    const b = await bed.connect();
    const feedbackOfB = await bed.connectFeedback();
    await b.ask('add urn:test:amp 0');
    await a.ask('param_set 0 gain 3');
    expect([await feedbackOfB.next(), await feedbackOfB.next()]).toEqual([
      'param_set 0 gain 3.000000',
      'data_finish',
    ]);
    await b.ask('param_set 0 gain 4');
    expect(await feedbackOfA.next()).toBe('param_set 0 gain 4.000000');
  });

  test('a feedback connection that comes first waits for its controller', async () => {
    const feedback = await bed.connectFeedback();
    const controller = await bed.connect();
    await controller.ask('add urn:test:amp 0');
    bed.worker(0).say('output_set 0 meter 0.25');
    expect(await feedback.next()).toBe('output_set 0 meter 0.250000');
  });

  test('are let go when the daemon ends, though they keep their own ends open', async () => {
    const controller = await bed.connect();
    const feedback = await bed.connectFeedback();
    await settle(controller);
    await bed.daemon.stop();
    await Promise.all([controller.closed, feedback.closed]);
  });

  test('quit ends what came over the protocol, and the controller with its feedback', async () => {
    const controller = await bed.connect();
    const feedback = await bed.connectFeedback();
    await controller.ask('add urn:test:amp 0');
    expect(await controller.ask('quit')).toBe('resp 0');
    await Promise.all([controller.closed, feedback.closed]);
    expect(bed.worker(0).connected).toBe(false);
    expect(await (await bed.connect()).ask('bypass 0 1')).toBe('resp -3');
  });
});

describe('feedback', () => {
  test('comes in batches: the next one waits until the controller is ready, with the newest values', async () => {
    const controller = await bed.connect();
    const feedback = await bed.connectFeedback();
    await controller.ask('add urn:test:amp 0');
    bed.worker(0).say('output_set 0 meter 0.25');
    expect([await feedback.next(), await feedback.next()]).toEqual([
      'output_set 0 meter 0.250000',
      'data_finish',
    ]);
    for (const value of ['0.5', '0.75', '1']) bed.worker(0).say(`output_set 0 meter ${value}`);
    bed.worker(0).say('log 2 a plugin says so');
    await controller.ask('output_data_ready');
    expect([await feedback.next(), await feedback.next(), await feedback.next()]).toEqual([
      'output_set 0 meter 1.000000',
      'log 2 a plugin says so',
      'data_finish',
    ]);
  });

  test('a property that is asked for comes with its type', async () => {
    const controller = await bed.connect();
    const feedback = await bed.connectFeedback();
    await controller.ask('add urn:test:amp 0');
    await controller.ask('patch_get 0 urn:test:depth');
    expect(await feedback.next()).toBe('patch_set 0 urn:test:depth f 0.000000');
  });
});

describe('MIDI', () => {
  /** The worker that has the MIDI port; a command that needs it waits until it is there. */
  async function midiWorker(controller: TestController) {
    await controller.ask('cpu_load');
    const worker = bed.workers.find(({ name }) => name === 'mod-host');
    if (!worker) throw new Error('there is no MIDI port');
    expect(worker.log).toContain('midi_input mod-host');
    return worker;
  }

  test('a mapped controller moves its parameter between both ends of its range', async () => {
    const controller = await bed.connect();
    const feedback = await bed.connectFeedback();
    const worker = await midiWorker(controller);
    await controller.askAll(['add urn:test:amp 0', 'midi_map 0 gain 2 7 -10 2']);
    worker.say('midi b20740');
    // 64 of 127 of the way from -10 to 2: -3.952756
    expect(await feedback.next()).toBe('param_set 0 gain -3.952756');
    expect(await controller.ask('param_get 0 gain')).toBe('resp 0 -3.9528');
    worker.say('midi b2077f');
    worker.say('midi b10700');
    await controller.askAll(['output_data_ready']);
    expect(await feedback.next()).toBe('data_finish');
    expect(await feedback.next()).toBe('param_set 0 gain 2.000000');
  });

  test('what is learnt is the first controller that moves nothing yet; the pitch wheel is number 131', async () => {
    const controller = await bed.connect();
    const feedback = await bed.connectFeedback();
    const worker = await midiWorker(controller);
    await controller.askAll(['add urn:test:amp 0', 'midi_map 0 :bypass 0 1 0 1', 'midi_learn 0 gain 0 10']);
    worker.say('midi b00100');
    worker.say('midi e3ff7f');
    const told = [await feedback.next(), await feedback.next()];
    expect(told).toContain('param_set 0 :bypass 1.000000');
    if (told.includes('data_finish')) {
      await controller.ask('output_data_ready');
      expect(await feedback.next()).toBe('midi_mapped 0 gain 3 131 10.000000 0.000000 10.000000');
    } else expect(told).toContain('midi_mapped 0 gain 3 131 10.000000 0.000000 10.000000');
  });

  test('controllers that move nothing and programs are told of channels that are watched', async () => {
    const controller = await bed.connect();
    const feedback = await bed.connectFeedback();
    const worker = await midiWorker(controller);
    await controller.askAll(['monitor_midi_control 4 1', 'monitor_midi_program 5 1']);
    for (const bytes of ['b30a01', 'b40a01', 'c409', 'c509', '90407f']) worker.say(`midi ${bytes}`);
    const told = [await feedback.next(), await feedback.next()];
    if (told.includes('data_finish')) {
      await controller.ask('output_data_ready');
      told.push(await feedback.next());
    }
    expect(told.filter((line) => line !== 'data_finish').sort()).toEqual([
      'midi_control_change 4 10 1',
      'midi_program_change 9 5',
    ]);
  });

  test('the port comes back when its worker ends', async () => {
    const controller = await bed.connect();
    (await midiWorker(controller)).crash(11, null, 'none');
    await controller.ask('add urn:test:amp 0');
    await controller.ask('midi_learn 0 gain 0 1');
    expect(bed.workers.filter(({ name }) => name === 'mod-host')).toHaveLength(2);
  });
});

test('a monitor is told once of each value that fulfils its condition', async () => {
  let told: (text: string) => void = () => {};
  const listener: Server = createServer((socket) => socket.on('data', (bytes) => told(bytes.toString())));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const controller = await bed.connect();
  const next = () =>
    new Promise<string>((resolve) => {
      told = resolve;
    });
  const replies = await controller.askAll([
    'add urn:test:amp 0',
    `monitor 127.0.0.1 ${port} 1`,
    'param_monitor 0 gain => 1',
    'param_monitor 0 no > 1',
    'param_monitor 1 gain > 1',
    'param_monitor 0 gain > 1',
  ]);
  expect(replies).toEqual(['resp 0', 'resp 0', 'resp -302', 'resp -103', 'resp -3', 'resp 0']);
  const first = next();
  await controller.askAll(['param_set 0 gain 1', 'param_set 0 gain 2']);
  expect(await first).toBe('monitor 0 gain 2.000000\0');
  const second = next();
  await controller.askAll(['param_set 0 gain 2', 'param_set 0 gain 3']);
  expect(await second).toBe('monitor 0 gain 3.000000\0');
  expect(await controller.ask(`monitor 127.0.0.1 ${port} 0`)).toBe('resp 0');
  await new Promise((resolve) => listener.close(resolve));
});

test('each instance has a worker and a client of its own, and what was set survives a crash', async () => {
  const controller = await bed.connect();
  await controller.askAll(['add urn:test:amp 0', 'add org.test.comp 5', 'param_set 0 gain 3', 'bypass 0 1']);
  const { log } = bed.worker(5);
  expect(log).toContain('add clap:/test/comp.clap#org.test.comp 5 effect_5 native');
  const restarted = new Promise<void>((resolve) => {
    bed.daemon.onEvent((event) => event.type === 'worker' && event.state === 'restarted' && resolve());
  });
  bed.worker(0).crash(9, null, 'none', true);
  await restarted;
  expect(bed.worker(0).log).toContain('param_set 0 gain 3');
  expect(bed.worker(0).log).toContain('bypass 0 1');
});

test('a port that is taken is told, and the daemon runs without the protocol', async () => {
  const modHost = bed.daemon.modHost;
  const taken = modHost.ok && modHost.value ? modHost.value.port : 0;
  const runDir = mkdtempSync(join(tmpdir(), 'omx-mod-host-'));
  const settings = settingsSchema.parse({ runDir, modHostPort: taken });
  const { server } = new TestServer();
  const started = await startDaemon(settings, {
    spare: false,
    catalogue: testCatalogue([]),
    findServer: async () => ({ ok: true, value: server }),
  });
  if (!started.ok) throw new Error(started.error.message);
  const daemon = started.value;
  expect(daemon.modHost).toMatchObject({ ok: false });
  expect(daemon.modHost.ok || daemon.modHost.error.message).toContain(`127.0.0.1:${taken}`);
  expect(daemon.modHost.ok || daemon.modHost.error.message).toContain('the port is taken');
  expect((await fetch(`http://127.0.0.1:${daemon.port}/v1/status`)).status).toBe(200);
  await daemon.stop();
  rmSync(runDir, { recursive: true, force: true });
});
