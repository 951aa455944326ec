import type { DaemonEvent } from '@plugin-hostd/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DaemonBed, restarted } from '../daemon-bed.js';

let bed: DaemonBed;

beforeEach(async () => {
  bed = await new DaemonBed().start();
});
afterEach(() => bed.close());

describe('a worker that dies', () => {
  beforeEach(() => bed.chain('comp gain=-6 | eq', { connect: false }));

  test('is restarted with everything that was set, and the plugin that did it is named', async () => {
    const before = (await bed.graph()).connections;
    bed.host.worker('v').crash(11, 1, 'process');
    await bed.eventOf(restarted);
    expect(bed.events).toContainEqual({
      type: 'worker',
      worker: 'v',
      state: 'lost',
      reason: 'it crashed with signal 11 in process of a plugin',
      culprit: { instance: 1, plugin: 'eq', call: 'process' },
    });
    const { log } = bed.host.worker('v');
    expect(bed.host.workers).toHaveLength(2);
    expect(log).toContain('param_set 0 1 -6');
    expect(log).toContain('connect effect_0:out1_1 effect_1:in1_1');
    expect((await bed.graph()).connections).toEqual(before);
    expect((await bed.ask('GET', '/v1/status')).body.workers).toMatchObject([
      { state: 'running', restarts: 1 },
    ]);
  });

  test('over and over in the same plugin leaves that one out, and the rest plays on', async () => {
    for (let n = 0; n < 4; n += 1) {
      bed.host.worker('v').crash(11, 1, 'process');
      bed.events.length = 0;
      await bed.eventOf(restarted);
    }
    const { instances, connections } = await bed.graph();
    expect(instances.map((it) => it.state)).toEqual(['running', 'isolated']);
    expect(instances[1]?.reason).toBe('left out: it crashed in process');
    expect(connections.map((edge) => edge.to)).toEqual([
      'effect_0:in1_1',
      'effect_0:in1_2',
      'v:out_1',
      'v:out_2',
    ]);
    expect(bed.host.worker('v').log.some((line) => line.startsWith('add') && line.includes('eq'))).toBe(
      false,
    );
  });

  test('by a signal from outside blames nobody, however often', async () => {
    for (let n = 0; n < 6; n += 1) {
      bed.host.worker('v').crash(9, null, 'none', true);
      bed.events.length = 0;
      await bed.eventOf(restarted);
    }
    expect((await bed.graph()).instances.every((it) => it.state === 'running')).toBe(true);
  });

  test('over and over for no known reason is given up, and says so', async () => {
    for (let n = 0; n < 3; n += 1) {
      bed.host.worker('v').crash(11, null, 'none');
      bed.events.length = 0;
      await bed.eventOf(restarted);
    }
    bed.host.worker('v').crash(11, null, 'none');
    await bed.eventOf((event): event is DaemonEvent => event.type === 'worker' && event.state === 'ended');
    const { instances } = await bed.graph();
    expect(instances.map((it) => it.state)).toEqual(['lost', 'lost']);
    expect(instances[0]?.reason).toContain('too often and for no known reason');
    expect((await bed.ask('POST', '/v1/instances/1/retry')).body.state).toBe('running');
    expect((await bed.graph()).instances.map((it) => it.state)).toEqual(['running', 'running']);
    expect((await bed.ask('DELETE', '/v1/chains/v')).status).toBe(200);
  });

  test('because of a plugin that is inserted leaves just that one out', async () => {
    const answer = await bed.ask('POST', '/v1/instances', { plugin: 'crash-activate', chain: 'v' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'plugin_crashed' } });
    const { instances, chains } = await bed.graph();
    expect(instances.map((it) => [it.instance, it.state])).toEqual([
      [0, 'running'],
      [1, 'running'],
    ]);
    expect(chains[0]?.instances).toEqual([0, 1]);
    expect(bed.host.worker('v').log).toContain('param_set 0 1 -6');
  });
});

describe('an instance that was left out', () => {
  /** Lets the worker of an instance die in it until it is left out. */
  async function wearOut(instance: number, worker: string) {
    for (;;) {
      bed.host.worker(worker).crash(11, instance, 'process');
      await bed.eventOf((event): event is DaemonEvent => event.type === 'graph');
      bed.events.length = 0;
      if ((await bed.graph()).instances[instance]?.state === 'isolated') return;
    }
  }

  test('is brought back with what was set and connected, and its faults are forgotten', async () => {
    await bed.chain('comp | eq gain=-6');
    await bed.ask('POST', '/v1/connections', { from: 'effect_1:out1_1', to: 'recorder:in' });
    const before = new Set(await bed.edges());
    await wearOut(1, 'v');
    expect(await bed.edges()).not.toContain('effect_1:out1_1 recorder:in');
    const back = await bed.ask('POST', '/v1/instances/1/retry');
    expect(back.body).toMatchObject({ state: 'running', reason: '', parameters: { 1: -6 } });
    expect(bed.host.worker('v').log).toContain('param_set 1 1 -6');
    expect(bed.host.worker('v').log).toContain('connect effect_1:out1_1 recorder:in');
    expect(new Set(await bed.edges())).toEqual(before);
    bed.host.worker('v').crash(11, 1, 'process');
    await bed.eventOf(restarted);
    expect((await bed.graph()).instances[1]?.state).toBe('running');
  });

  test('is brought back where its worker does not run any more', async () => {
    await bed.chain('comp | eq', { mode: 'single' });
    const before = new Set(await bed.edges());
    await wearOut(0, 'effect_0');
    expect(await bed.edges()).toContain('system:capture_1 effect_1:in1_1');
    expect((await bed.ask('POST', '/v1/instances/0/retry')).body.state).toBe('running');
    expect(bed.host.worker('effect_0').log).toContain('connect system:capture_1 effect_0:in1_1');
    expect(new Set(await bed.edges())).toEqual(before);
  });

  test('stays left out when it fails again', async () => {
    await bed.chain('comp | eq');
    await wearOut(1, 'v');
    bed.host.failing.add(1);
    const again = await bed.ask('POST', '/v1/instances/1/retry');
    expect(again).toMatchObject({ status: 422, body: { code: 'plugin_crashed' } });
    const { instances } = await bed.graph();
    expect(instances.map(({ state }) => state)).toEqual(['running', 'isolated']);
    expect(instances[1]?.reason).toBe('left out: it crashed in init');
  });

  test('stays left out in a saved graph', async () => {
    await bed.chain('comp | eq');
    await wearOut(1, 'v');
    const saved = (await bed.ask('GET', '/v1/graph')).body;
    expect((await bed.ask('PUT', '/v1/graph', saved)).body).toEqual(saved.graph);
    expect((await bed.ask('POST', '/v1/instances/1/retry')).body.state).toBe('running');
  });
});
