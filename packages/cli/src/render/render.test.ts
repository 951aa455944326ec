import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk, ok } from '@plugin-hostd/base';
import { fail, type Parameter, type Plugin } from '@plugin-hostd/contracts';
import type { Worker, WorkerDeath } from '@plugin-hostd/host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainDeath } from './death.js';
import { faultLine, readFaults } from './faults.js';
import { loadChain } from './load-chain.js';
import { openOutput } from './output-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-hostd-cli-'));
  writeFileSync(join(folder, 'in.wav'), 'sound');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

test('an output gets its name when it is kept, and nothing else stays', async () => {
  writeFileSync(at('out.wav'), 'old');
  const output = expectOk(await openOutput(at('in.wav'), at('out.wav')));
  writeFileSync(output.path, 'new');
  expect(readFileSync(at('out.wav'), 'utf8')).toBe('old');
  expect(output.path.endsWith('out.wav')).toBe(true);
  expectOk(await output.keep());
  expect(readFileSync(at('out.wav'), 'utf8')).toBe('new');
  expect(readdirSync(folder).sort()).toEqual(['in.wav', 'out.wav']);
});

test('an output that is not kept leaves nothing', async () => {
  const output = expectOk(await openOutput(at('in.wav'), at('out.wav')));
  writeFileSync(output.path, 'half');
  await output.discard();
  expect(readdirSync(folder)).toEqual(['in.wav']);
});

test.each([
  ['none.wav', 'out.wav', 'file_unreadable', 'there is no such file or folder'],
  ['.', 'out.wav', 'file_unreadable', 'it is a folder'],
  ['in.wav', 'in.wav', 'file_unwritable', 'it is the input'],
  ['in.wav', 'link.wav', 'file_unwritable', 'it is the input'],
  ['in.wav', '.', 'file_unwritable', 'it is a folder'],
  ['in.wav', 'no/out.wav', 'file_unwritable', 'there is no such file or folder'],
])('%s into %s is refused: %s, %s', async (input, output, code, reason) => {
  symlinkSync(at('in.wav'), at('link.wav'));
  const result = await openOutput(at(input), at(output));
  expect(!result.ok && result.error.code).toBe(code);
  expect(!result.ok && result.error.message).toContain(reason);
});

test('a device is written directly', async () => {
  const output = expectOk(await openOutput(at('in.wav'), '/dev/null'));
  expect(output).toMatchObject({ path: '/dev/null', regular: false });
});

const audio = (channels: number) => [{ name: 'main', channels, main: true }];
const plugin = (name: string, channels: number): Plugin => ({
  uri: `clap:/x.clap#${name}`,
  id: name,
  name,
  vendor: '',
  version: '',
  format: 'clap',
  features: [],
  audioInputs: audio(channels),
  audioOutputs: audio(channels),
  noteInputs: 0,
  noteOutputs: 0,
  parameters: 1,
  latencyFrames: 0,
});
const gain: Parameter = {
  symbol: '7',
  name: 'Gain',
  module: '',
  min: -60,
  max: 12,
  default: 0,
  value: 0,
  text: '0 dB',
  readonly: false,
  stepped: false,
  hidden: false,
};

/** A worker that records its commands; `param_parse` reads "half" as -6.02. */
function fakeWorker(): { worker: Worker; lines: string[] } {
  const lines: string[] = [];
  const command: Worker['command'] = async (verb, ...args) => {
    lines.push([verb, ...args].join(' '));
    if (verb === 'param_info') return ok({ code: 0, value: JSON.stringify([gain]) });
    if (verb !== 'param_parse') return ok({ code: 0, value: '' });
    return args[2] === 'half'
      ? ok({ code: 0, value: '-6.02' })
      : fail('parameter_value', { value: '', symbol: '', range: '' });
  };
  return { worker: { command } as unknown as Worker, lines };
}

test('a mono file goes through a stereo plugin on both sides, and the output is stereo', async () => {
  const { worker, lines } = fakeWorker();
  const parts = [{ plugin: plugin('wide', 2), settings: [] }];
  expectOk(await loadChain(worker, parts, 1, undefined));
  expect(lines).toEqual([
    'add clap:/x.clap#wide 0 render native',
    'begin',
    'connect render:in_1 effect_0:in1_1 1',
    'connect render:in_1 effect_0:in1_2 1',
    'connect effect_0:out1_1 render:out_1 1',
    'connect effect_0:out1_2 render:out_2 1',
    'connect file:in_1 render:in_1 1',
    'connect render:out_1 file:out_1 1',
    'connect render:out_2 file:out_2 1',
    'commit',
  ]);
});

test('a mono plugin in a stereo file runs as two copies', async () => {
  const { worker, lines } = fakeWorker();
  const parts = [{ plugin: plugin('narrow', 1), settings: [] }];
  expectOk(await loadChain(worker, parts, 2, undefined));
  expect(lines[0]).toBe('add clap:/x.clap#narrow 0 render dual');
  expect(lines.filter((line) => line.startsWith('connect'))).toEqual([
    'connect render:in_1 effect_0:in1_1 1',
    'connect render:in_2 effect_0:in1_2 1',
    'connect effect_0:out1_1 render:out_1 1',
    'connect effect_0:out1_2 render:out_2 1',
    'connect file:in_1 render:in_1 1',
    'connect file:in_2 render:in_2 1',
    'connect render:out_1 file:out_1 1',
    'connect render:out_2 file:out_2 1',
  ]);
});

test.each([
  [-6, 'param_set 0 7 -6'],
  ['half', 'param_set 0 7 -6.02'],
])('a setting of %s is set as a number', async (value, line) => {
  const { worker, lines } = fakeWorker();
  const parts = [{ plugin: plugin('p', 2), settings: [{ name: 'gain', value }] }];
  expectOk(await loadChain(worker, parts, 2, undefined));
  expect(lines.at(-1)).toBe(line);
});

test.each([
  [13, 'Gain = 13 is out of range (from -60 to 12).'],
  ['loud', '"loud" is not a value of Gain (from -60 to 12).'],
])('a setting of %s is refused with the range', async (value, message) => {
  const { worker } = fakeWorker();
  const parts = [{ plugin: plugin('p', 2), settings: [{ name: 'gain', value }] }];
  const result = await loadChain(worker, parts, 2, undefined);
  expect(!result.ok && result.error.message).toBe(message);
});

const parts = [{ plugin: plugin('Crasher', 2), settings: [] }];
test('faults are counted by plugin, and those who did all right are left out', async () => {
  const fine = { nonfiniteBlocks: 0, clampedBlocks: 0, errorBlocks: 0, flags: 0 };
  const instances = [
    { ...fine, instance: 0, nonfiniteBlocks: 9, flags: 4 },
    { ...fine, instance: 1 },
  ];
  const worker = { readStatus: async () => ok({ instances }) } as unknown as Worker;
  const faults = await readFaults(worker, [...parts, ...parts]);
  expect(faults.map(faultLine)).toEqual([
    'warning: Crasher: 9 blocks not finite, silenced; left out in the end',
  ]);
});

const death: WorkerDeath = { exitCode: null, signal: 'SIGSEGV', crash: null, hang: null };
const crash = { signal: 11, fromOutside: false, instance: 0, call: 'process' as const, uri: '' };

test('a crash inside a plugin names it and the call', () => {
  const failure = explainDeath({ ...death, crash }, parts);
  expect(failure).toMatchObject({
    code: 'plugin_crashed',
    message: 'The plugin Crasher crashed in process.',
  });
});

test('a crash while loading is found by what was being loaded', () => {
  const loading = { ...crash, instance: null, call: 'init' as const, uri: 'clap:/x.clap#Crasher' };
  expect(explainDeath({ ...death, crash: loading }, parts).message).toBe(
    'The plugin Crasher crashed in init.',
  );
});

test('a hang names the call that did not return', () => {
  const failure = explainDeath({ ...death, hang: { instance: 0, call: 'activate', uri: '' } }, parts);
  expect(failure.message).toBe('The plugin Crasher did not return from activate within 10 s.');
});

test('a signal from outside blames no plugin', () => {
  const failure = explainDeath({ ...death, crash: { ...crash, fromOutside: true } }, parts);
  expect(failure.code).toBe('worker_lost');
});
