import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../commands/index.js';
import { complete, type Lookup } from './complete.js';
import { scripts } from './scripts.js';

const known: Readonly<Record<string, readonly string[]>> = {
  plugin: ['ZamCompX2', 'ZamTube', 'omx-eq8'],
  instance: ['0', '1'],
  chain: ['vocals'],
  parameter: ['gain', 'mix'],
  port: ['effect_0:in1_1'],
};
const lookup: Lookup = async (what) => (known[what] ?? []).map((word) => ({ word, explains: '' }));
const wordsOf = async (...line: string[]) => {
  const { candidates, files } = await complete(commands, line, lookup);
  return [...candidates.map(({ word }) => word), ...(files ? ['FILES'] : [])];
};

test.each([
  [['st'], ['status', 'start', 'stop']],
  [
    ['chain', 'zam'],
    ['ZamCompX2', 'ZamTube'],
  ],
  [['chain', 'x', '--mo'], ['--mode']],
  [
    ['chain', 'x', '--mode', ''],
    ['grouped', 'bridged', 'single'],
  ],
  [['chain', 'x', '--no'], ['--no-connect']],
  [['chain', 'x', '--channels', ''], []],
  [['add', 'omx-eq8', '--chain', 'v'], ['vocals']],
  [['add', '--chain', 'vocals', 'omx'], ['omx-eq8']],
  [['set', '1', 'm'], ['mix']],
  [['set', '1', 'mix=1', 'g'], ['gain']],
  [
    ['get', ''],
    ['0', '1'],
  ],
  [['connect', ''], ['effect_0:in1_1']],
  [['render', ''], ['FILES']],
  [['render', 'a.wav', '-o', ''], ['FILES']],
  [
    ['render', 'a.wav', '-c', 'Zam'],
    ['ZamCompX2', 'ZamTube'],
  ],
  [['status', ''], []],
  [['nonsense', ''], []],
  [['top', '--run-dir', ''], ['FILES']],
])('%j is completed with %j', async (line, expected) => {
  expect(await wordsOf(...line)).toEqual(expected);
});

test('the commands are all there with nothing typed, without the hidden one', async () => {
  const words = await wordsOf('');
  expect(words).toContain('render');
  expect(words).not.toContain('complete');
});

test('bash accepts its script, and completes through the program', () => {
  const program = `plugin-hostd() { printf 'status\\tWhat runs\\nstart\\tRun\\n:files\\n'; }`;
  const check = `COMP_WORDS=(plugin-hostd st); COMP_CWORD=1; _plugin_hostd; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const script = `compopt() { :; }\n${program}\n${scripts.bash}\n${check}`;
  const emptyFolder = mkdtempSync(join(tmpdir(), 'plugin-hostd-cli-'));
  const words = execFileSync('bash', ['-c', script], { encoding: 'utf8', cwd: emptyFolder });
  rmSync(emptyFolder, { recursive: true });
  expect(words.trim().split('\n')).toEqual(['status', 'start']);
});
