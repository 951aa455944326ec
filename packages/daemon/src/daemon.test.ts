import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DaemonEvent, settingsSchema, statusSchema } from '@plugin-hostd/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDaemon } from './daemon.js';
import { DaemonBed } from './daemon-bed.js';
import { TestServer } from './testing.js';

let bed: DaemonBed;

beforeEach(async () => {
  bed = await new DaemonBed().start();
});
afterEach(() => bed.close());

describe('a chain', () => {
  test('is loaded into one worker, wired between ports of its client, and connected to the system', async () => {
    const made = await bed.chain('comp gain=-6 | eq gain="3 dB"');
    expect(made.body).toMatchObject({
      name: 'v',
      mode: 'grouped',
      instances: [0, 1],
      inputs: ['v:in_1', 'v:in_2'],
      outputs: ['v:out_1', 'v:out_2'],
    });
    const { log } = bed.host.worker('v');
    expect(log).toContain('add clap:/test/comp.clap#org.test.comp 0 v native');
    expect(log).toContain('param_set 0 1 -6');
    expect(log).toContain('param_set 1 1 3');
    const change = log.slice(log.indexOf('begin'), log.indexOf('commit'));
    expect(change).toContain('connect effect_0:out1_1 effect_1:in1_1');
    expect(change).toContain('connect system:capture_1 v:in_1');
    expect(change).toContain('connect v:out_2 system:playback_2');
    const { instances, connections } = await bed.graph();
    expect(instances[0]).toMatchObject({ parameters: { 1: -6 }, state: 'running', latencyFrames: 64 });
    expect(connections).toHaveLength(10);
  });

  test('in mode single has a worker for each plugin', async () => {
    await bed.chain('comp | eq', { mode: 'single', connect: false });
    expect(bed.host.workers.map((worker) => worker.name)).toEqual(['effect_0', 'effect_1']);
    expect(bed.host.worker('effect_1').log).toContain('expose effect_1:in1_1');
    expect(bed.host.worker('effect_0').log).toContain('connect effect_0:out1_1 effect_1:in1_1');
  });

  test('with a mono plugin runs it as two copies', async () => {
    await bed.chain('mono');
    expect(bed.host.worker('v').log).toContain('add clap:/test/mono.clap#org.test.mono 0 v dual');
  });

  test.each([
    ['unknown', 404, 'plugin_not_found'],
    ['comp |', 400, 'bad_expression'],
    ['comp nope=1', 404, 'parameter_absent'],
    ['comp gain=99', 400, 'out_of_range'],
    ['comp gain=loud', 400, 'parameter_value'],
    ['comp | fail', 422, 'plugin_failed'],
    ['comp | crash-init', 422, 'plugin_crashed'],
  ])('%j is refused as a whole', async (expression, status, code) => {
    const answer = await bed.chain(expression);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await bed.graph()).toEqual({ chains: [], instances: [], connections: [] });
    expect((await bed.ask('GET', '/v1/status')).body.workers).toEqual([]);
    expect(bed.host.workers.every((worker) => !worker.connected)).toBe(true);
  });

  test('that crashed names the plugin and the call', async () => {
    const { body } = await bed.chain('comp | crash-activate');
    expect(body.message).toBe('The plugin crash-activate crashed in activate.');
  });

  test.each([
    ['v', 409, 'name_taken'],
    ['effect_3', 400, 'bad_request'],
    ['a/b', 400, 'bad_request'],
    ['', 400, 'bad_request'],
  ])('may not be named %j', async (name, status, code) => {
    await bed.chain('comp');
    expect(await bed.chain('comp', { name })).toMatchObject({ status, body: { code } });
  });

  test('is removed with its worker', async () => {
    await bed.chain('comp');
    expect((await bed.ask('DELETE', '/v1/chains/v')).status).toBe(200);
    expect((await bed.ask('GET', '/v1/status')).body.workers).toEqual([]);
    expect(await bed.ask('DELETE', '/v1/chains/v')).toMatchObject({
      status: 404,
      body: { code: 'chain_absent' },
    });
  });
});

test('an audio server that vanishes is found again at another rate, and everything is laid anew', async () => {
  await bed.chain('comp gain=-6');
  const old = bed.server;
  bed.server = new TestServer(96_000);
  old.vanish('it was killed');
  await bed.eventOf(
    (event): event is DaemonEvent => event.type === 'graph' && event.reason === 'the audio server is back',
  );
  expect(bed.events).toContainEqual({ type: 'server', state: 'gone', description: 'it was killed' });
  expect(bed.host.workers).toHaveLength(2);
  expect(bed.host.worker('v').driver).toMatchObject({ rate: 96_000 });
  expect(bed.host.worker('v').log).toContain('param_set 0 1 -6');
  expect((await bed.ask('GET', '/v1/status')).body.server).toMatchObject({ sampleRate: 96_000 });
});

describe('a saved graph', () => {
  test('is loaded again as it was', async () => {
    await bed.chain('comp gain=-6 | eq', { connect: false });
    await bed.ask('PATCH', '/v1/instances/1', { bypassed: true });
    const saved = (await bed.ask('GET', '/v1/graph')).body;
    await bed.ask('DELETE', '/v1/chains/v');
    const loaded = await bed.ask('PUT', '/v1/graph', saved);
    expect(loaded.body).toEqual(saved.graph);
    expect(bed.host.worker('v').log).toContain('bypass 1 1');
  });

  test('that cannot be loaded leaves the one that is there', async () => {
    await bed.chain('comp gain=-6', { connect: false });
    const saved = (await bed.ask('GET', '/v1/graph')).body;
    const text = JSON.stringify(saved);
    const unknown = await bed.ask(
      'PUT',
      '/v1/graph',
      JSON.parse(text.replaceAll('org.test.comp', 'org.test.gone')),
    );
    expect(unknown.body.code).toBe('plugin_not_found');
    const failing = await bed.ask('PUT', '/v1/graph', JSON.parse(text.replaceAll('comp', 'fail')));
    expect(failing.body.code).toBe('plugin_failed');
    const twice = { ...saved, graph: { ...saved.graph, chains: [] } };
    expect((await bed.ask('PUT', '/v1/graph', twice)).body.code).toBe('file_format');
    expect(await bed.graph()).toEqual(saved.graph);
  });
});

test('a worker that was started in advance becomes the first that is needed', async () => {
  await bed.daemon.stop();
  await bed.start(true);
  await new Promise<void>((resolve) => {
    const wait = () => (bed.host.workers.length > 0 ? resolve() : setImmediate(wait));
    wait();
  });
  const [spare] = bed.host.workers;
  expect(spare?.name).toBe('spare-1');
  await bed.chain('comp');
  expect(bed.host.worker('v')).toBe(spare);
  await bed.daemon.stop();
  expect(bed.host.workers.every((worker) => !worker.connected)).toBe(true);
});

test('what a worker reports becomes events and is kept', async () => {
  await bed.chain('comp');
  bed.host.worker('v').say('param_set 0 1 -3.5');
  bed.host.worker('v').say('latency 0 128');
  bed.host.worker('v').say('nonsense');
  expect(bed.events).toContainEqual({ type: 'parameter', instance: 0, symbol: '1', value: -3.5 });
  expect((await bed.graph()).instances[0]).toMatchObject({ parameters: { 1: -3.5 }, latencyFrames: 128 });
});

test('the run directory says how to reach the daemon, to its user alone, and is clean afterwards', async () => {
  const path = join(bed.runDir, 'daemon.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, port: bed.daemon.port });
  const second = await startDaemon(settingsSchema.parse({ runDir: bed.runDir }));
  expect(!second.ok && second.error.code).toBe('daemon_running');
  await bed.ask('POST', '/v1/stop');
  await bed.daemon.ended;
  expect(existsSync(path)).toBe(false);
});

test('a token that is wrong is refused, and so is a page of another site', async () => {
  const url = `http://127.0.0.1:${bed.daemon.port}/v1/status`;
  const get = (headers: Record<string, string>) =>
    fetch(url, { headers }).then((response) => response.status);
  expect(await get({})).toBe(200);
  expect(await get({ authorization: `Bearer ${bed.daemon.token}` })).toBe(200);
  expect(await get({ authorization: 'Bearer wrong' })).toBe(401);
  expect(await get({ origin: 'https://elsewhere.example' })).toBe(401);
});

test('status fits its schema, and OpenAPI describes every route', async () => {
  await bed.chain('comp');
  statusSchema.parse((await bed.ask('GET', '/v1/status')).body);
  const { paths } = (await bed.ask('GET', '/openapi.json')).body;
  expect(Object.keys(paths['/v1/instances/{instance}'])).toEqual(['delete', 'patch']);
  expect(await bed.ask('GET', '/v1/nowhere')).toMatchObject({ status: 404, body: { code: 'bad_request' } });
});
