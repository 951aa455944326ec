import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DaemonBed } from '../daemon-bed.js';

let bed: DaemonBed;

beforeEach(async () => {
  bed = await new DaemonBed().start();
});
afterEach(() => bed.close());

describe('an edit', () => {
  beforeEach(async () => {
    await bed.chain('comp | eq', { connect: false });
    bed.host.worker('v').log.length = 0;
  });

  test('inserts: loaded and set first, then rewired as one change', async () => {
    const added = await bed.ask('POST', '/v1/instances', { plugin: 'comp gain=-1', chain: 'v', position: 1 });
    expect(added.body).toMatchObject({ instance: 2, parameters: { 1: -1 } });
    const { log } = bed.host.worker('v');
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
    expect((await bed.graph()).chains[0]?.instances).toEqual([0, 2, 1]);
  });

  test('removes: the way past it and the removal are one change', async () => {
    await bed.ask('DELETE', '/v1/instances/0');
    const { log } = bed.host.worker('v');
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
    const { instances, connections } = await bed.graph();
    expect(instances.map((it) => it.instance)).toEqual([1]);
    expect(connections.some((edge) => edge.from.startsWith('effect_0'))).toBe(false);
    expect(connections).toHaveLength(4);
  });

  test('moves in two changes', async () => {
    await bed.ask('PATCH', '/v1/instances/1', { position: 0 });
    expect(bed.host.worker('v').log.filter((line) => line === 'commit')).toHaveLength(2);
    expect((await bed.graph()).chains[0]?.instances).toEqual([1, 0]);
    expect((await bed.graph()).connections.filter((edge) => edge.from === 'effect_1:out1_1')).toEqual([
      { from: 'effect_1:out1_1', to: 'effect_0:in1_1', gain: 1 },
    ]);
  });

  test('sets nothing when one of several values is wrong', async () => {
    const answer = await bed.ask('PATCH', '/v1/instances/0', { parameters: { gain: 3, nope: 1 } });
    expect(answer.body.code).toBe('parameter_absent');
    expect(bed.host.worker('v').log.some((line) => line.startsWith('param_set'))).toBe(false);
  });

  test('bypasses', async () => {
    expect((await bed.ask('PATCH', '/v1/instances/0', { bypassed: true })).body.bypassed).toBe(true);
    expect(bed.host.worker('v').log).toContain('bypass 0 1');
  });

  test.each([
    ['PATCH', '/v1/instances/77', { bypassed: true }, 404, 'instance_absent'],
    ['PATCH', '/v1/instances/x', { bypassed: true }, 400, 'invalid_instance'],
    ['PATCH', '/v1/instances/0', { position: 5 }, 400, 'out_of_range'],
    ['PATCH', '/v1/instances/0', { bypassed: 3 }, 400, 'bad_request'],
    ['POST', '/v1/connections', { from: 'a:b', to: 'c:d' }, 404, 'connect_failed'],
    ['POST', '/v1/connections', { from: 'effect_0:out1_1', to: 'x:y', gain: 2 }, 404, 'connect_failed'],
  ])('%s %s %j fails with what is wrong', async (method, path, body, status, code) => {
    expect(await bed.ask(method, path, body)).toMatchObject({ status, body: { code } });
  });

  test('connects by either name of a port, and keeps the connection', async () => {
    await bed.ask('POST', '/v1/connections', { from: 'v:effect_0:out1_1', to: 'other:in' });
    expect(bed.host.worker('v').log).toContain('connect effect_0:out1_1 other:in');
    expect((await bed.graph()).connections.at(-1)).toEqual({
      from: 'effect_0:out1_1',
      to: 'other:in',
      gain: 1,
    });
    await bed.ask('DELETE', '/v1/connections', { from: 'effect_0:out1_1', to: 'other:in' });
    expect((await bed.graph()).connections.some((edge) => edge.to === 'other:in')).toBe(false);
  });
});

test('in mode single, what is connected to the ends of a chain moves along with them', async () => {
  await bed.chain('comp | eq', { mode: 'single' });
  await bed.ask('POST', '/v1/connections', { from: 'effect_1:out1_1', to: 'recorder:in' });
  await bed.ask('PATCH', '/v1/instances/1', { position: 0 });
  const edges = (await bed.graph()).connections.map(({ from, to }) => `${from} ${to}`);
  expect(edges).toContain('system:capture_1 effect_1:in1_1');
  expect(edges).toContain('effect_0:out1_1 recorder:in');
  expect(edges).toContain('effect_0:out1_2 system:playback_2');
  expect(edges).toHaveLength(7);
  await bed.ask('DELETE', '/v1/instances/0');
  const left = (await bed.graph()).connections.map(({ from, to }) => `${from} ${to}`);
  expect(left).toContain('effect_1:out1_1 recorder:in');
  expect(left).toHaveLength(5);
});

test('a chain connects to the ports that are named; a side that is not named, to the system', async () => {
  await bed.chain('eq', { connect: { from: ['synth:out'] } });
  const outside = (await bed.edges()).filter((edge) => /synth|system/.test(edge));
  expect(outside).toEqual([
    'synth:out v:in_1',
    'synth:out v:in_2',
    'v:out_1 system:playback_1',
    'v:out_2 system:playback_2',
  ]);
});

test('a connection outside is shown without the gain that no audio server has', async () => {
  await bed.chain('eq', { connect: { from: [], to: ['mono:in'] } });
  const { connections } = await bed.graph();
  expect(connections.filter(({ to }) => to === 'mono:in')).toEqual([
    { from: 'v:out_1', to: 'mono:in', gain: 1 },
  ]);
});
