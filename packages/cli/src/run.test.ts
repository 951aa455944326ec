import { resolve } from 'node:path';
import { err, ok } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { failure, type Parameter } from '@plugin-hostd/contracts';
import { expect, test } from 'vitest';
import { runWith } from './testing.js';

/** A client that records the arguments of one call and answers it. */
function recording<Name extends keyof Client>(name: Name, answer: unknown) {
  const calls: unknown[][] = [];
  const call = async (...args: unknown[]) => {
    calls.push(args);
    return answer;
  };
  return { calls, client: { [name]: call } as unknown as Partial<Client> };
}

const instance = {
  instance: 2,
  plugin: { uri: 'clap:/x.clap#d', id: 'd', name: 'Delay' },
  chain: 'vocals',
  client: 'vocals',
  worker: 'vocals',
  layout: 'dual',
  bypassed: true,
  state: 'running',
  reason: '',
  latencyFrames: 64,
  parameters: {},
};

test('without a daemon the message says what to do next, and the exit status is 7', async () => {
  expect(await runWith(undefined, 'status')).toEqual({
    status: 7,
    out: '',
    err: 'error: No daemon is running in /run/test.\n  next: Start it with: plugin-hostd start\n',
  });
});

test('with --json a failure is JSON on standard error', async () => {
  const { status, out, err: text } = await runWith(undefined, 'status', '--json');
  expect([status, out]).toEqual([7, '']);
  expect(JSON.parse(text)).toEqual({
    error: {
      code: 'daemon_absent',
      message: 'No daemon is running in /run/test.',
      hint: 'Start it with: plugin-hostd start',
    },
  });
});

test('wrong use with --json is JSON too', async () => {
  const { status, err: text } = await runWith(undefined, 'bypass', '--json');
  expect(status).toBe(2);
  expect(JSON.parse(text).error.code).toBe('bad_request');
});

test.each([
  ['chain_absent', 4],
  ['plugin_failed', 5],
  ['audio_client', 6],
  ['file_format', 8],
] as const)('a failure %s of the daemon ends with %i', async (code, status) => {
  const { client } = recording('removeChain', err(failure(code)));
  expect((await runWith(client, 'remove', 'vocals')).status).toBe(status);
});

test('an exception is a defect of ours: status 1, no stack', async () => {
  const broken = { status: () => Promise.reject(new Error('boom.')) };
  const { status, err: text } = await runWith(broken, 'status');
  expect(status).toBe(1);
  expect(text).toContain('Something went wrong that should not: boom.\n');
  expect(text).not.toContain(' at ');
});

test('chain sends what was asked and prints the ends of the chain', async () => {
  const chain = {
    name: 'vocals',
    mode: 'grouped',
    channels: 2,
    instances: [0, 1],
    inputs: ['vocals:in_1', 'vocals:in_2'],
    outputs: ['vocals:out_1', 'vocals:out_2'],
  };
  const { client, calls } = recording('createChain', ok(chain));
  const { out, status } = await runWith(client, 'chain', 'a | b', '--name', 'vocals', '--no-connect');
  expect(calls).toEqual([
    [{ expression: 'a | b', mode: 'grouped', channels: 2, connect: false, name: 'vocals' }],
  ]);
  expect(status).toBe(0);
  expect(out).toBe(
    'vocals: 2 plugins, grouped, instances 0, 1\n  in   vocals:in_1  vocals:in_2\n  out  vocals:out_1  vocals:out_2\n',
  );
});

test('chain sends the clients that were chosen, however often --place is given', async () => {
  const { client, calls } = recording('createChain', err(failure('name_taken')));
  await runWith(client, 'chain', 'a | b | c', '--place', '1=x, 2=x', '--place', '3 = y z');
  expect(calls[0]?.[0]).toMatchObject({ placement: { 1: 'x', 2: 'x', 3: 'y z' } });
  const wrong = await runWith(client, 'chain', 'a', '--place', 'x');
  expect([wrong.status, wrong.err.split('\n')[0]]).toEqual([
    2,
    'error: --place takes position=client, not "x".',
  ]);
});

test('chain and add name plugins by absolute paths', async () => {
  const made = recording('createChain', err(failure('name_taken')));
  await runWith(made.client, 'chain', './a.clap | b');
  expect(made.calls[0]?.[0]).toMatchObject({ expression: `"${resolve('a.clap')}" | "b"` });
  const added = recording('addInstance', ok(instance));
  await runWith(added.client, 'add', 'x/../a.clap#b', '--chain', 'v', '--client', 'c');
  expect(added.calls).toEqual([[{ plugin: `"${resolve('a.clap')}#b"`, chain: 'v', client: 'c' }]]);
});

test('retry says how the instance is, and status how to bring one back', async () => {
  const out = { ...instance, state: 'isolated', reason: 'left out: it crashed in process', client: 'reverb' };
  const { client, calls } = recording('retryInstance', ok(out));
  expect((await runWith(client, 'retry', '2')).out).toBe(
    '2  Delay  in client reverb  bypassed  isolated: left out: it crashed in process (back with: plugin-hostd retry 2)  dual mono  latency 64\n',
  );
  expect(calls).toEqual([[{ instance: 2 }]]);
});

test('remove takes an instance by its number and a chain by its name', async () => {
  const byNumber = recording('removeInstance', ok({}));
  expect((await runWith(byNumber.client, 'remove', '12')).out).toBe('Removed 12.\n');
  expect(byNumber.calls).toEqual([[{ instance: 12 }]]);
  const byName = recording('removeChain', ok({}));
  await runWith(byName.client, 'remove', 'vocals');
  expect(byName.calls).toEqual([[{ name: 'vocals' }]]);
});

test('bypass is on unless it says off, and the line tells what is special', async () => {
  const { client, calls } = recording('changeInstance', ok(instance));
  expect((await runWith(client, 'bypass', '2')).out).toBe('2  Delay  bypassed  dual mono  latency 64\n');
  await runWith(client, 'bypass', '2', 'off');
  expect(calls.map(([, change]) => change)).toEqual([{ bypassed: true }, { bypassed: false }]);
});

test('add without a chain takes the only one, and asks when there are two', async () => {
  const status = (...names: string[]) => ok({ graph: { chains: names.map((name) => ({ name })) } });
  const { client, calls } = recording('addInstance', ok(instance));
  const one = { ...client, status: async () => status('vocals') } as unknown as Partial<Client>;
  await runWith(one, 'add', 'omx-eq8', '--position', '0');
  expect(calls).toEqual([[{ plugin: 'omx-eq8', chain: 'vocals', position: 0 }]]);
  const two = { ...client, status: async () => status('a', 'b') } as unknown as Partial<Client>;
  const asked = await runWith(two, 'add', 'omx-eq8');
  expect(asked.err).toBe('error: Say which chain: a, b.\n  next: See: plugin-hostd add --help\n');
});

const mix: Parameter = {
  symbol: '4',
  name: 'Dry/Wet Mix',
  module: '',
  min: 0,
  max: 1,
  default: 0.5,
  value: 0.2,
  text: '20 %',
  readonly: false,
  stepped: false,
  hidden: false,
};

test('get finds a parameter by a loose name, and says when there is none', async () => {
  const client = { parameters: async () => ok([mix]) };
  expect((await runWith(client, 'get', '2', 'dry_wet_mix')).out).toBe('Dry/Wet Mix = 20 % (0.2)\n');
  const missing = await runWith(client, 'get', '2', 'cutoff');
  expect(missing.status).toBe(4);
  expect(missing.err).toContain('Instance 2 has no parameter or port "cutoff".');
});

test('params leaves out what the plugin hides', async () => {
  const client = { parameters: async () => ok([mix, { ...mix, symbol: '5', name: 'Secret', hidden: true }]) };
  const plain = await runWith(client, 'params', '2', '--json');
  expect(JSON.parse(plain.out).map(({ name }: Parameter) => name)).toEqual(['Dry/Wet Mix']);
  const all = await runWith(client, 'params', '2', '--all', '--json');
  expect(JSON.parse(all.out)).toHaveLength(2);
});

test('set sends texts as they are, for the plugin to read', async () => {
  const { client, calls } = recording('changeInstance', ok(instance));
  const both = { ...client, parameters: async () => ok([mix]) };
  const { out } = await runWith(both, 'set', '2', 'dry_wet_mix=20 %');
  expect(calls).toEqual([[{ instance: 2 }, { parameters: { dry_wet_mix: '20 %' } }]]);
  expect(out).toBe('Dry/Wet Mix = 20 % (0.2)\n');
});
