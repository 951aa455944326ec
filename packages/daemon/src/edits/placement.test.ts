import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DaemonBed, restarted } from '../daemon-bed.js';

let bed: DaemonBed;

beforeEach(async () => {
  bed = await new DaemonBed().start();
});
afterEach(() => bed.close());

const clientsNow = async () =>
  (await bed.graph()).instances.map(({ client, worker }) => [client, worker].join());

describe('a placement by hand', () => {
  test('puts instances into workers and clients of their own, connected in the audio server', async () => {
    const made = await bed.chain('comp | eq | eq', { placement: { 2: 'reverb', 3: 'reverb' } });
    expect(made.body).toMatchObject({
      inputs: ['effect_0:in1_1', 'effect_0:in1_2'],
      outputs: ['effect_2:out1_1', 'effect_2:out1_2'],
    });
    expect(await clientsNow()).toEqual(['v,v', 'reverb,reverb', 'reverb,reverb']);
    expect(bed.host.worker('v').log).toContain('connect effect_0:out1_1 effect_1:in1_1');
    expect(bed.host.worker('v').log).toContain('connect system:capture_1 effect_0:in1_1');
    expect(bed.host.worker('reverb').log).toContain('expose effect_1:in1_1');
    expect(bed.host.worker('reverb').log).toContain('connect effect_1:out1_1 effect_2:in1_1');
    expect(bed.host.worker('reverb').log).toContain('connect effect_2:out1_2 system:playback_2');
  });

  test('shows what the chain begins and ends with in the audio server, though nothing is connected', async () => {
    await bed.chain('comp | eq', { placement: { 2: 'reverb' }, connect: false });
    expect(bed.host.worker('v').log).toContain('expose effect_0:in1_2');
    expect(bed.host.worker('reverb').log).toContain('expose effect_1:out1_1');
  });

  test('of all plugins into one client gives the chain the ports of that client', async () => {
    const made = await bed.chain('comp | eq', { placement: { 1: 'x', 2: 'x' } });
    expect(made.body.inputs).toEqual(['x:in_1', 'x:in_2']);
    expect(bed.host.workers.map(({ name }) => name)).toEqual(['x']);
    await bed.ask('DELETE', '/v1/instances/0');
    await bed.ask('DELETE', '/v1/instances/1');
    expect(await bed.edges()).toContain('x:in_1 x:out_1');
    expect((await bed.ask('POST', '/v1/instances', { plugin: 'comp', chain: 'v' })).body.client).toBe('x');
    await bed.ask('DELETE', '/v1/chains/v');
    expect(await bed.graph()).toEqual({ chains: [], instances: [], connections: [] });
    expect(bed.host.workers.every(({ connected }) => !connected)).toBe(true);
  });

  test('is kept by what is added and removed', async () => {
    await bed.chain('comp', { connect: 'playback' });
    const added = await bed.ask('POST', '/v1/instances', { plugin: 'eq', chain: 'v', client: 'reverb' });
    expect(added.body).toMatchObject({ instance: 1, client: 'reverb', worker: 'reverb' });
    expect(await bed.edges()).toEqual([
      'effect_0:out1_1 effect_1:in1_1',
      'effect_0:out1_2 effect_1:in1_2',
      'effect_1:out1_1 system:playback_1',
      'effect_1:out1_2 system:playback_2',
    ]);
    const next = await bed.ask('POST', '/v1/instances', { plugin: 'eq', chain: 'v' });
    expect(next.body.client).toBe('reverb');
    await bed.ask('DELETE', '/v1/instances/0');
    expect((await bed.graph()).chains[0]?.outputs).toEqual(['reverb:out_1', 'reverb:out_2']);
    expect((await bed.ask('GET', '/v1/status')).body.workers).toMatchObject([{ name: 'reverb' }]);
    expect(await bed.edges()).toContain('reverb:out_1 system:playback_1');
  });

  test('comes back with a saved graph', async () => {
    await bed.chain('comp | eq', { placement: { 2: 'reverb' } });
    const saved = (await bed.ask('GET', '/v1/graph')).body;
    expect((await bed.ask('PUT', '/v1/graph', saved)).body).toEqual(saved.graph);
    saved.graph.instances[1].client = '../reverb';
    expect(await bed.ask('PUT', '/v1/graph', saved)).toMatchObject({
      status: 400,
      body: { code: 'file_format' },
    });
    expect(await clientsNow()).toEqual(['v,v', 'reverb,reverb']);
  });

  test.each([
    [{ 2: 'x' }, 'placement_cycle'],
    [{ 4: 'x' }, 'out_of_range'],
    [{ 0: 'x' }, 'bad_request'],
    [{ 3: 'a/b' }, 'bad_request'],
    [{ 3: 'effect_7' }, 'bad_request'],
    [{ 3: 'other' }, 'name_taken'],
  ])('%j is refused: %s', async (placement, code) => {
    await bed.chain('comp', { name: 'other' });
    expect((await bed.chain('comp | eq | eq', { placement })).body.code).toBe(code);
    expect((await bed.graph()).instances).toHaveLength(1);
  });

  test('stays free of cycles when plugins are added and moved', async () => {
    await bed.chain('comp | eq', { placement: { 2: 'reverb' } });
    const body = { plugin: 'eq', chain: 'v', client: 'v' };
    expect((await bed.ask('POST', '/v1/instances', body)).body.code).toBe('placement_cycle');
    expect((await bed.ask('POST', '/v1/instances', { ...body, position: 1 })).body.instance).toBe(2);
    expect((await bed.ask('PATCH', '/v1/instances/1', { position: 1 })).body.code).toBe('placement_cycle');
    expect((await bed.graph()).chains[0]?.instances).toEqual([0, 2, 1]);
  });

  test('leaves a client whose worker dies the connections with the others', async () => {
    await bed.chain('comp | eq', { placement: { 2: 'reverb' } });
    const before = await bed.edges();
    bed.host.worker('reverb').crash(11, 1, 'process');
    await bed.eventOf(restarted);
    expect(bed.host.worker('v').connected).toBe(true);
    expect(bed.host.worker('reverb').log).toContain('connect effect_1:out1_1 system:playback_1');
    expect(await bed.edges()).toEqual(before);
  });
});

describe('a process of its own behind a deadline', () => {
  const added = () => bed.host.worker('v').log.filter((line) => line.startsWith('add '));
  const bridgedNow = async () => (await bed.graph()).instances.map(({ bridged }) => bridged);

  test('is what every plugin of a bridged chain gets, those that are added later too', async () => {
    await bed.chain('comp | eq', { mode: 'bridged' });
    await bed.ask('POST', '/v1/instances', { plugin: 'eq', chain: 'v' });
    expect(await bridgedNow()).toEqual([true, true, true]);
    expect(await clientsNow()).toEqual(['v,v', 'v,v', 'v,v']);
    expect(added().every((line) => line.endsWith(' bridged'))).toBe(true);
  });

  test('can be chosen by position', async () => {
    await bed.chain('comp | eq', { bridged: [2] });
    expect(await bridgedNow()).toEqual([false, true]);
    expect(added().map((line) => line.endsWith(' bridged'))).toEqual([false, true]);
    const refused = await bed.ask('POST', '/v1/chains', { expression: 'comp', name: 'w', bridged: [2] });
    expect(refused.body).toMatchObject({ code: 'out_of_range' });
  });
});
