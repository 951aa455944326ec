// Controllers that were written for mod-host drive the daemon: an LV2 and a CLAP plugin under a real jackd.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Controller, freePort } from './support/controller.js';
import { TestDaemon } from './support/daemon.js';
import { type AudioServer, startJack } from './support/jack-server.js';
import { playSine, record } from './support/probe.js';
import { run, until } from './support/processes.js';
import { privateFolder } from './support/workers.js';

let server: AudioServer;
let daemon: TestDaemon;
let folder: string;
let [port, feedbackPort] = [0, 0];
const controllers: Controller[] = [];

async function connect(): Promise<Controller> {
  const controller = await Controller.connect(port, feedbackPort);
  controllers.push(controller);
  return controller;
}

beforeAll(async () => {
  server = await startJack({ period: 256 });
  folder = await privateFolder();
  [port, feedbackPort] = [await freePort(), await freePort()];
  const env = {
    ...server.env,
    OMX_MOD_HOST_PORT: String(port),
    OMX_MOD_HOST_FEEDBACK_PORT: String(feedbackPort),
  };
  daemon = await TestDaemon.start('jack', { env });
});
afterAll(async () => {
  for (const controller of controllers) controller.close();
  await daemon.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Ports of JACK that begin with a prefix, without their aliases. */
async function ports(prefix: string): Promise<string[]> {
  const { stdout } = await run('jack_lsp', [], { env: server.env });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .sort();
}

/** Highest sample of a port in a quarter of a second. */
async function peak(from: string): Promise<number> {
  const recorder = await record(server, [from], server.rate / 4, folder);
  const { channels } = await recorder.recording();
  return (channels[0] as Float32Array).reduce((most, value) => Math.max(most, value), 0);
}

const lv2 = 'urn:zamaudio:ZamCompX2';
const clap = 'clap:/usr/lib/clap/ZamTube.clap#com.zamaudio.ZamTube';

test('adds plugins of both formats as clients with the ports that mod-host would give them', async () => {
  const controller = await connect();
  expect(await controller.ask(`add ${lv2} 0`)).toBe('resp 0');
  expect(await controller.ask(`add ${clap} 12`)).toBe('resp 12');
  expect(await ports('effect_0:')).toEqual([
    'effect_0:lv2_audio_in_1',
    'effect_0:lv2_audio_in_2',
    'effect_0:lv2_audio_out_1',
    'effect_0:lv2_audio_out_2',
    'effect_0:lv2_sidechain_in',
  ]);
  expect(await ports('effect_12:')).toEqual(['effect_12:in1_1', 'effect_12:out1_1']);
  expect(await controller.ask('midi_map 0 thr 0 7 -60 0')).toBe('resp 1');
  expect(await ports('mod-host:')).toEqual(['mod-host:midi_in']);
});

test('connects, sets and bypasses them, and the sound follows', async () => {
  const controller = await connect();
  const commands = [
    'connect effect_0:lv2_audio_out_1 effect_12:in1_1',
    'connect effect_12:out1_1 system:playback_1',
    'bypass 12 1',
    'bypass 0 1',
  ];
  for (const command of commands) expect(await controller.ask(command)).toBe('resp 0');
  const source = await playSine(server, ['effect_0:lv2_audio_in_1']);
  // Both bypassed: the sine of amplitude 0.5 passes as it is.
  await until('the dry sine', async () => Math.abs((await peak('effect_12:out1_1')) - 0.5) < 1e-3);
  // Far below its threshold a compressor is its make-up gain: 6 dB are a factor of 1.9953.
  for (const command of ['param_set 0 thr 0', 'param_set 0 rat 1', 'param_set 0 mak 6', 'bypass 0 0'])
    expect(await controller.ask(command)).toBe('resp 0');
  await until('the gain', async () => Math.abs((await peak('effect_12:out1_1')) - 0.5 * 1.9953) < 0.02);
  expect(await controller.ask('param_get 0 mak')).toBe('resp 0 6.0000');
  await source.end();
});

test('commands in pieces, and many in one, are answered in order', async () => {
  const controller = await connect();
  for (const piece of [
    'param_',
    'set 0 th',
    'r -12\0param_get',
    ' 0 thr\0',
    'param_get 0 none\0nonsense\0',
  ]) {
    controller.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const replies = [];
  for (let i = 0; i < 4; i += 1) replies.push(await controller.reply());
  expect(replies).toEqual(['resp 0', 'resp 0 -12.0000', 'resp -103', 'not found']);
});

test('two controllers work on the same plugins, and each hears of the other', async () => {
  const [a, b] = [await connect(), await connect()];
  expect(await a.ask('monitor_output 0 gr')).toBe('resp 1');
  expect(await b.ask('param_set 0 thr -20')).toBe('resp 0');
  await until('A to hear it', () => a.feedback.includes('param_set 0 thr -20.000000') || undefined);
  expect(await a.ask('param_get 0 thr')).toBe('resp 0 -20.0000');
  expect(await a.ask('output_data_ready')).toBe('resp 0');
  await until(
    'the gain reduction',
    () => a.feedback.some((it) => it.startsWith('output_set 0 gr ')) || undefined,
  );
  expect(b.feedback).not.toContain('param_set 0 thr -20.000000');
});

test('what was set is there again when a worker was killed', async () => {
  const controller = await connect();
  process.kill(await daemon.workerPid('effect_0'), 'SIGKILL');
  await until('its worker to be restarted', async () => {
    const { workers } = await daemon.status();
    return workers.some(({ name, restarts }) => name === 'effect_0' && restarts === 1) || undefined;
  });
  expect(await controller.ask('param_get 0 thr')).toBe('resp 0 -20.0000');
  await until('all its ports', async () => (await ports('effect_0:')).length === 5 || undefined);
  const { stdout } = await run('jack_lsp', ['-c', 'effect_12:in1_1'], { env: server.env });
  expect(stdout).toContain('   effect_0:lv2_audio_out_1\n');
});

test('disconnects and removes them; what others made stays', async () => {
  const controller = await connect();
  await daemon.client.createChain({ expression: 'ZamTube', name: 'theirs' });
  expect(await controller.ask('disconnect effect_12:out1_1 system:playback_1')).toBe('resp 0');
  expect(await controller.ask('disconnect effect_12:out1_1 system:playback_1')).toBe('resp -206');
  expect(await controller.ask('remove 12')).toBe('resp 0');
  expect(await controller.ask('param_get 12 1')).toBe('resp -3');
  expect(await ports('effect_12:')).toEqual([]);
  expect(await controller.ask('remove -1')).toBe('resp 0');
  expect(await ports('effect_0:')).toEqual([]);
  const { graph } = await daemon.status();
  expect(graph.chains.map(({ name }) => name)).toEqual(['theirs']);
});
