import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk, ok } from '@plugin-hostd/base';
import { type DaemonEvent, graphSchema, settingsSchema, statusSchema } from '@plugin-hostd/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningDaemon, startDaemon } from './daemon.js';
import { FakeHost, TestServer, testCatalogue, testPlugin } from './testing.js';

// Everything here runs the real daemon over HTTP on a fake worker host: no process and no audio server is started.

const plugins = [
  testPlugin('comp'),
  testPlugin('eq'),
  testPlugin('mono', 1),
  testPlugin('fail'),
  testPlugin('crash-init'),
  testPlugin('crash-activate'),
];

let runDir: string;
let host: FakeHost;
let server: TestServer;
let daemon: RunningDaemon;
let events: DaemonEvent[];

async function start(spare = false): Promise<RunningDaemon> {
  const settings = settingsSchema.parse({ runDir });
  const parts = {
    spare,
    spawn: host.spawn,
    catalogue: testCatalogue(plugins),
    findServer: async () => ok(server.server),
  };
  return expectOk(await startDaemon(settings, parts));
}

beforeEach(async () => {
  runDir = mkdtempSync(join(tmpdir(), 'omx-daemon-'));
  host = new FakeHost();
  server = new TestServer();
  daemon = await start();
  events = [];
  daemon.onEvent((event) => events.push(event));
});

afterEach(async () => {
  await daemon.stop();
  rmSync(runDir, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any route
  readonly body: any;
}

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${daemon.port}${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const chain = (expression: string, more: object = {}) =>
  ask('POST', '/v1/chains', { expression, name: 'v', ...more });
const graph = async () => graphSchema.parse((await ask('GET', '/v1/status')).body.graph);

/** Waits until the event came, or until it comes. */
async function eventOf<T extends DaemonEvent>(is: (event: DaemonEvent) => event is T): Promise<T> {
  const seen = events.find(is);
  if (seen) return seen;
  return new Promise((resolve) => {
    const stop = daemon.onEvent((event) => {
      if (!is(event)) return;
      stop();
      resolve(event);
    });
  });
}

const restarted = (event: DaemonEvent): event is DaemonEvent & { type: 'worker' } =>
  event.type === 'worker' && event.state === 'restarted';

describe('a chain', () => {
  test('is loaded into one worker, wired between ports of its client, and connected to the system', async () => {
    const made = await chain('comp gain=-6 | eq gain="3 dB"');
    expect(made.body).toMatchObject({
      name: 'v',
      mode: 'grouped',
      instances: [0, 1],
      inputs: ['v:in_1', 'v:in_2'],
      outputs: ['v:out_1', 'v:out_2'],
    });
    const { log } = host.worker('v');
    expect(log).toContain('add clap:/test/comp.clap#org.test.comp 0 v native');
    expect(log).toContain('param_set 0 1 -6');
    expect(log).toContain('param_set 1 1 3');
    const change = log.slice(log.indexOf('begin'), log.indexOf('commit'));
    expect(change).toContain('connect effect_0:out1_1 effect_1:in1_1');
    expect(change).toContain('connect system:capture_1 v:in_1');
    expect(change).toContain('connect v:out_2 system:playback_2');
    const { instances, connections } = await graph();
    expect(instances[0]).toMatchObject({ parameters: { 1: -6 }, state: 'running', latencyFrames: 64 });
    expect(connections).toHaveLength(10);
  });

  test('in mode single has a worker for each plugin', async () => {
    await chain('comp | eq', { mode: 'single', connect: false });
    expect(host.workers.map((worker) => worker.name)).toEqual(['effect_0', 'effect_1']);
    expect(host.worker('effect_1').log).toContain('expose effect_1:in1_1');
    expect(host.worker('effect_0').log).toContain('connect effect_0:out1_1 effect_1:in1_1');
  });

  test('with a mono plugin runs it as two copies', async () => {
    await chain('mono');
    expect(host.worker('v').log).toContain('add clap:/test/mono.clap#org.test.mono 0 v dual');
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
    const answer = await chain(expression);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await graph()).toEqual({ chains: [], instances: [], connections: [] });
    expect((await ask('GET', '/v1/status')).body.workers).toEqual([]);
    expect(host.workers.every((worker) => !worker.connected)).toBe(true);
  });

  test('that crashed names the plugin and the call', async () => {
    const { body } = await chain('comp | crash-activate');
    expect(body.message).toBe('The plugin crash-activate crashed in activate.');
  });

  test.each([
    ['v', 409, 'name_taken'],
    ['effect_3', 400, 'bad_request'],
    ['a/b', 400, 'bad_request'],
    ['', 400, 'bad_request'],
  ])('may not be named %j', async (name, status, code) => {
    await chain('comp');
    expect(await chain('comp', { name })).toMatchObject({ status, body: { code } });
  });

  test('is removed with its worker', async () => {
    await chain('comp');
    expect((await ask('DELETE', '/v1/chains/v')).status).toBe(200);
    expect((await ask('GET', '/v1/status')).body.workers).toEqual([]);
    expect(await ask('DELETE', '/v1/chains/v')).toMatchObject({
      status: 404,
      body: { code: 'chain_absent' },
    });
  });
});

describe('an edit', () => {
  beforeEach(async () => {
    await chain('comp | eq', { connect: false });
    host.worker('v').log.length = 0;
  });

  test('inserts: loaded and set first, then rewired as one change', async () => {
    const added = await ask('POST', '/v1/instances', { plugin: 'comp gain=-1', chain: 'v', position: 1 });
    expect(added.body).toMatchObject({ instance: 2, parameters: { 1: -1 } });
    const { log } = host.worker('v');
    expect(log.indexOf('param_set 2 1 -1')).toBeLessThan(log.indexOf('begin'));
    expect(log.slice(log.indexOf('begin'), log.indexOf('commit') + 1)).toEqual([
      'begin',
      'disconnect effect_0:out1_1 effect_1:in1_1',
      'disconnect effect_0:out1_2 effect_1:in1_2',
      'connect effect_0:out1_1 effect_2:in1_1',
      'connect effect_0:out1_2 effect_2:in1_2',
      'connect effect_2:out1_1 effect_1:in1_1',
      'connect effect_2:out1_2 effect_1:in1_2',
      'commit',
    ]);
    expect((await graph()).chains[0]?.instances).toEqual([0, 2, 1]);
  });

  test('removes: the way past it and the removal are one change', async () => {
    await ask('DELETE', '/v1/instances/0');
    const { log } = host.worker('v');
    const of = (line: string) => log.indexOf(line);
    const order = [
      'begin',
      'disconnect effect_0:out1_1 effect_1:in1_1',
      'connect v:in_1 effect_1:in1_1',
      'remove 0',
      'commit',
    ];
    expect(order.map(of).toSorted((a, b) => a - b)).toEqual(order.map(of));
    expect(order.map(of)).not.toContain(-1);
    const { instances, connections } = await graph();
    expect(instances.map((it) => it.instance)).toEqual([1]);
    expect(connections.some((edge) => edge.from.startsWith('effect_0'))).toBe(false);
    expect(connections).toHaveLength(4);
  });

  test('moves in two changes', async () => {
    await ask('PATCH', '/v1/instances/1', { position: 0 });
    expect(host.worker('v').log.filter((line) => line === 'commit')).toHaveLength(2);
    expect((await graph()).chains[0]?.instances).toEqual([1, 0]);
    expect((await graph()).connections.filter((edge) => edge.from === 'effect_1:out1_1')).toEqual([
      { from: 'effect_1:out1_1', to: 'effect_0:in1_1', gain: 1 },
    ]);
  });

  test('sets nothing when one of several values is wrong', async () => {
    const answer = await ask('PATCH', '/v1/instances/0', { parameters: { gain: 3, nope: 1 } });
    expect(answer.body.code).toBe('parameter_absent');
    expect(host.worker('v').log.some((line) => line.startsWith('param_set'))).toBe(false);
  });

  test('bypasses', async () => {
    expect((await ask('PATCH', '/v1/instances/0', { bypassed: true })).body.bypassed).toBe(true);
    expect(host.worker('v').log).toContain('bypass 0 1');
  });

  test.each([
    ['PATCH', '/v1/instances/77', { bypassed: true }, 404, 'instance_absent'],
    ['PATCH', '/v1/instances/x', { bypassed: true }, 400, 'invalid_instance'],
    ['PATCH', '/v1/instances/0', { position: 5 }, 400, 'out_of_range'],
    ['PATCH', '/v1/instances/0', { bypassed: 3 }, 400, 'bad_request'],
    ['POST', '/v1/connections', { from: 'a:b', to: 'c:d' }, 404, 'connect_failed'],
    ['POST', '/v1/connections', { from: 'effect_0:out1_1', to: 'x:y', gain: 2 }, 404, 'connect_failed'],
  ])('%s %s %j fails with what is wrong', async (method, path, body, status, code) => {
    expect(await ask(method, path, body)).toMatchObject({ status, body: { code } });
  });

  test('connects by either name of a port, and keeps the connection', async () => {
    await ask('POST', '/v1/connections', { from: 'v:effect_0:out1_1', to: 'other:in' });
    expect(host.worker('v').log).toContain('connect effect_0:out1_1 other:in');
    expect((await graph()).connections.at(-1)).toEqual({ from: 'effect_0:out1_1', to: 'other:in', gain: 1 });
    await ask('DELETE', '/v1/connections', { from: 'effect_0:out1_1', to: 'other:in' });
    expect((await graph()).connections.some((edge) => edge.to === 'other:in')).toBe(false);
  });
});

test('in mode single, what is connected to the ends of a chain moves along with them', async () => {
  await chain('comp | eq', { mode: 'single' });
  await ask('POST', '/v1/connections', { from: 'effect_1:out1_1', to: 'recorder:in' });
  await ask('PATCH', '/v1/instances/1', { position: 0 });
  const edges = (await graph()).connections.map(({ from, to }) => `${from} ${to}`);
  expect(edges).toContain('system:capture_1 effect_1:in1_1');
  expect(edges).toContain('effect_0:out1_1 recorder:in');
  expect(edges).toContain('effect_0:out1_2 system:playback_2');
  expect(edges).toHaveLength(7);
  await ask('DELETE', '/v1/instances/0');
  const left = (await graph()).connections.map(({ from, to }) => `${from} ${to}`);
  expect(left).toContain('effect_1:out1_1 recorder:in');
  expect(left).toHaveLength(5);
});

describe('a worker that dies', () => {
  beforeEach(() => chain('comp gain=-6 | eq', { connect: false }));

  test('is restarted with everything that was set, and the plugin that did it is named', async () => {
    const before = (await graph()).connections;
    host.worker('v').crash(11, 1, 'process');
    await eventOf(restarted);
    expect(events).toContainEqual({
      type: 'worker',
      worker: 'v',
      state: 'lost',
      reason: 'it crashed with signal 11 in process of a plugin',
      culprit: { instance: 1, plugin: 'eq', call: 'process' },
    });
    const { log } = host.worker('v');
    expect(host.workers).toHaveLength(2);
    expect(log).toContain('param_set 0 1 -6');
    expect(log).toContain('connect effect_0:out1_1 effect_1:in1_1');
    expect((await graph()).connections).toEqual(before);
    expect((await ask('GET', '/v1/status')).body.workers).toMatchObject([{ state: 'running', restarts: 1 }]);
  });

  test('over and over in the same plugin leaves that one out, and the rest plays on', async () => {
    for (let n = 0; n < 4; n += 1) {
      host.worker('v').crash(11, 1, 'process');
      events.length = 0;
      await eventOf(restarted);
    }
    const { instances, connections } = await graph();
    expect(instances.map((it) => it.state)).toEqual(['running', 'isolated']);
    expect(instances[1]?.reason).toBe('left out: it crashed in process');
    expect(connections.map((edge) => edge.to)).toEqual([
      'effect_0:in1_1',
      'effect_0:in1_2',
      'v:out_1',
      'v:out_2',
    ]);
    expect(host.worker('v').log.some((line) => line.startsWith('add') && line.includes('eq'))).toBe(false);
  });

  test('by a signal from outside blames nobody, however often', async () => {
    for (let n = 0; n < 6; n += 1) {
      host.worker('v').crash(9, null, 'none', true);
      events.length = 0;
      await eventOf(restarted);
    }
    expect((await graph()).instances.every((it) => it.state === 'running')).toBe(true);
  });

  test('over and over for no known reason is given up, and says so', async () => {
    for (let n = 0; n < 3; n += 1) {
      host.worker('v').crash(11, null, 'none');
      events.length = 0;
      await eventOf(restarted);
    }
    host.worker('v').crash(11, null, 'none');
    await eventOf((event): event is DaemonEvent => event.type === 'worker' && event.state === 'ended');
    const { instances } = await graph();
    expect(instances.map((it) => it.state)).toEqual(['lost', 'lost']);
    expect(instances[0]?.reason).toContain('too often and for no known reason');
    expect((await ask('DELETE', '/v1/chains/v')).status).toBe(200);
  });

  test('because of a plugin that is inserted leaves just that one out', async () => {
    const answer = await ask('POST', '/v1/instances', { plugin: 'crash-activate', chain: 'v' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'plugin_crashed' } });
    const { instances, chains } = await graph();
    expect(instances.map((it) => [it.instance, it.state])).toEqual([
      [0, 'running'],
      [1, 'running'],
    ]);
    expect(chains[0]?.instances).toEqual([0, 1]);
    expect(host.worker('v').log).toContain('param_set 0 1 -6');
  });
});

test('an audio server that vanishes is found again at another rate, and everything is laid anew', async () => {
  await chain('comp gain=-6');
  const old = server;
  server = new TestServer(96_000);
  old.vanish('it was killed');
  await eventOf(
    (event): event is DaemonEvent => event.type === 'graph' && event.reason === 'the audio server is back',
  );
  expect(events).toContainEqual({ type: 'server', state: 'gone', description: 'it was killed' });
  expect(host.workers).toHaveLength(2);
  expect(host.worker('v').driver).toMatchObject({ rate: 96_000 });
  expect(host.worker('v').log).toContain('param_set 0 1 -6');
  expect((await ask('GET', '/v1/status')).body.server).toMatchObject({ sampleRate: 96_000 });
});

describe('a saved graph', () => {
  test('is loaded again as it was', async () => {
    await chain('comp gain=-6 | eq', { connect: false });
    await ask('PATCH', '/v1/instances/1', { bypassed: true });
    const saved = (await ask('GET', '/v1/graph')).body;
    await ask('DELETE', '/v1/chains/v');
    const loaded = await ask('PUT', '/v1/graph', saved);
    expect(loaded.body).toEqual(saved.graph);
    expect(host.worker('v').log).toContain('bypass 1 1');
  });

  test('that cannot be loaded leaves the one that is there', async () => {
    await chain('comp gain=-6', { connect: false });
    const saved = (await ask('GET', '/v1/graph')).body;
    const text = JSON.stringify(saved);
    const unknown = await ask(
      'PUT',
      '/v1/graph',
      JSON.parse(text.replaceAll('org.test.comp', 'org.test.gone')),
    );
    expect(unknown.body.code).toBe('plugin_not_found');
    const failing = await ask('PUT', '/v1/graph', JSON.parse(text.replaceAll('comp', 'fail')));
    expect(failing.body.code).toBe('plugin_failed');
    const twice = { ...saved, graph: { ...saved.graph, chains: [] } };
    expect((await ask('PUT', '/v1/graph', twice)).body.code).toBe('file_format');
    expect(await graph()).toEqual(saved.graph);
  });
});

test('a worker that was started in advance becomes the first that is needed', async () => {
  await daemon.stop();
  daemon = await start(true);
  await new Promise<void>((resolve) => {
    const wait = () => (host.workers.length > 0 ? resolve() : setImmediate(wait));
    wait();
  });
  const [spare] = host.workers;
  expect(spare?.name).toBe('spare-1');
  await chain('comp');
  expect(host.worker('v')).toBe(spare);
  await daemon.stop();
  expect(host.workers.every((worker) => !worker.connected)).toBe(true);
});

test('what a worker reports becomes events and is kept', async () => {
  await chain('comp');
  host.worker('v').say('param_set 0 1 -3.5');
  host.worker('v').say('latency 0 128');
  host.worker('v').say('nonsense');
  expect(events).toContainEqual({ type: 'parameter', instance: 0, symbol: '1', value: -3.5 });
  expect((await graph()).instances[0]).toMatchObject({ parameters: { 1: -3.5 }, latencyFrames: 128 });
});

test('the run directory says how to reach the daemon, to its user alone, and is clean afterwards', async () => {
  const path = join(runDir, 'daemon.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, port: daemon.port });
  const second = await startDaemon(settingsSchema.parse({ runDir }));
  expect(!second.ok && second.error.code).toBe('daemon_running');
  await ask('POST', '/v1/stop');
  await daemon.ended;
  expect(existsSync(path)).toBe(false);
});

test('a token that is wrong is refused, and so is a page of another site', async () => {
  const url = `http://127.0.0.1:${daemon.port}/v1/status`;
  const get = (headers: Record<string, string>) =>
    fetch(url, { headers }).then((response) => response.status);
  expect(await get({})).toBe(200);
  expect(await get({ authorization: `Bearer ${daemon.token}` })).toBe(200);
  expect(await get({ authorization: 'Bearer wrong' })).toBe(401);
  expect(await get({ origin: 'https://elsewhere.example' })).toBe(401);
});

test('status fits its schema, and OpenAPI describes every route', async () => {
  await chain('comp');
  statusSchema.parse((await ask('GET', '/v1/status')).body);
  const { paths } = (await ask('GET', '/openapi.json')).body;
  expect(Object.keys(paths['/v1/instances/{instance}'])).toEqual(['delete', 'patch']);
  expect(await ask('GET', '/v1/nowhere')).toMatchObject({ status: 404, body: { code: 'bad_request' } });
});
