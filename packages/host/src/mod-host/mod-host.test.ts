import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DescribedPlugin, lv2Symbol } from './describe.js';
import { findModHost } from './find.js';
import { packFolder, unpackFolder } from './state-file.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'omx-mod-host-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const plugin: DescribedPlugin = {
  id: 'urn:x',
  audioInputs: [
    { channels: 2, main: true, symbols: ['left_in', 'right_in'] },
    { channels: 1, main: false, symbols: ['side'] },
  ],
  audioOutputs: [{ channels: 1, main: true, symbols: ['out'] }],
  noteInputSymbols: ['events'],
  noteOutputSymbols: [],
  params: [],
};

test.each([
  ['in1_2', 'right_in'],
  ['in2_1', 'side'],
  ['out1_1', 'out'],
  ['events_in1', 'events'],
  ['left_in', 'left_in'],
  ['in3_1', 'in3_1'],
  ['events_out1', 'events_out1'],
])('the port %s is registered as %s', (port, symbol) => expect(lv2Symbol(plugin, port)).toBe(symbol));

test('a folder is packed into a file and back, with the folders in it', async () => {
  mkdirSync(join(dir, 'a/b'), { recursive: true });
  writeFileSync(join(dir, 'a/effect.ttl'), 'text');
  writeFileSync(join(dir, 'a/b/sound.raw'), Buffer.from([0, 255, 7]));
  await packFolder(join(dir, 'a'), join(dir, 'packed'));
  await unpackFolder(join(dir, 'packed'), join(dir, 'c'));
  expect(readFileSync(join(dir, 'c/effect.ttl'), 'utf8')).toBe('text');
  expect([...readFileSync(join(dir, 'c/b/sound.raw'))]).toEqual([0, 255, 7]);
});

test('what is no packed folder, or leads out of it, is refused', async () => {
  writeFileSync(join(dir, 'text'), 'text');
  await expect(unpackFolder(join(dir, 'text'), join(dir, 'c'))).rejects.toThrow();
  const files = { '../evil': '' };
  writeFileSync(join(dir, 'evil'), JSON.stringify({ format: 'plugin-hostd mod-host state', files }));
  await expect(unpackFolder(join(dir, 'evil'), join(dir, 'c'))).rejects.toThrow('leads out of the state');
});

test('mod-host is looked for on the PATH', () => {
  expect(findModHost({ PATH: dir })).toBeNull();
  writeFileSync(join(dir, 'mod-host'), '', { mode: 0o755 });
  expect(findModHost({ PATH: `/nowhere:${dir}` })).toBe(join(dir, 'mod-host'));
});
