import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runWith } from '../testing.js';
import { placesFor } from './places.js';

let folder: string;
const build = () => join(folder, 'build');
const prefix = () => join(folder, 'prefix');
const read = (...names: string[]) => readFileSync(join(...names), 'utf8');

/** A build folder with both formats, their contents marked. */
function buildPlugins(mark: string): void {
  mkdirSync(join(build(), 'clap'), { recursive: true });
  mkdirSync(join(build(), 'lv2', 'omx.lv2'), { recursive: true });
  writeFileSync(join(build(), 'clap', 'omx.clap'), mark);
  for (const name of ['omx.so', 'manifest.ttl']) writeFileSync(join(build(), 'lv2', 'omx.lv2', name), mark);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-hostd-install-'));
  vi.stubEnv('OMX_BUILD_DIR', build());
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('both formats go below the prefix, and a second time they replace the first', async () => {
  buildPlugins('one');
  expect((await runWith(undefined, 'install', '--prefix', prefix())).status).toBe(0);
  const clap = join(prefix(), 'lib', 'clap', 'omx.clap');
  const lv2 = join(prefix(), 'lib', 'lv2', 'omx.lv2');
  expect(read(clap)).toBe('one');
  writeFileSync(join(lv2, 'of-yesterday.ttl'), '');
  buildPlugins('two');
  const again = await runWith(undefined, 'install', '--prefix', prefix(), '--json');
  expect(JSON.parse(again.out)).toEqual({ installed: [clap, lv2], removed: [] });
  expect(read(clap)).toBe('two');
  expect(read(lv2, 'omx.so')).toBe('two');
  expect(readdirSync(lv2).sort()).toEqual(['manifest.ttl', 'omx.so']);
  expect(readdirSync(join(prefix(), 'lib', 'clap'))).toEqual(['omx.clap']);
  expect(readdirSync(join(prefix(), 'lib', 'lv2'))).toEqual(['omx.lv2']);
});

test('folders can be named one by one', async () => {
  buildPlugins('one');
  const dirs = ['--clap-dir', join(folder, 'c'), '--lv2-dir', join(folder, 'l')];
  const { out } = await runWith(undefined, 'install', ...dirs);
  expect(out).toBe(`Installed ${join(folder, 'c', 'omx.clap')}\nInstalled ${join(folder, 'l', 'omx.lv2')}\n`);
});

test('uninstalling takes away what is there, and only that', async () => {
  buildPlugins('one');
  await runWith(undefined, 'install', '--prefix', prefix());
  const other = join(prefix(), 'lib', 'clap', 'Other.clap');
  writeFileSync(other, 'kept');
  const gone = await runWith(undefined, 'install', '--prefix', prefix(), '--uninstall', '--json');
  expect(JSON.parse(gone.out).removed).toHaveLength(2);
  expect(readdirSync(join(prefix(), 'lib', 'clap'))).toEqual(['Other.clap']);
  const again = await runWith(undefined, 'install', '--prefix', prefix(), '--uninstall');
  expect(again).toMatchObject({ status: 0, out: 'Nothing was installed there.\n' });
});

test('without a build it says which file is missing', async () => {
  const { status, err } = await runWith(undefined, 'install', '--prefix', prefix());
  expect(status).toBe(8);
  expect(err).toContain(join(build(), 'clap', 'omx.clap'));
});

test('a folder that cannot be written is named', async () => {
  buildPlugins('one');
  writeFileSync(join(folder, 'file'), '');
  const { status, err } = await runWith(undefined, 'install', '--prefix', join(folder, 'file'));
  expect(status).toBe(8);
  expect(err).toContain('Cannot write');
});

test('by default the folders are those of the user; --system and --prefix exclude each other', async () => {
  const none = { prefix: undefined, system: false, clapDir: undefined, lv2Dir: undefined };
  expect(placesFor(none, { HOME: '/home/ada' })).toEqual({
    ok: true,
    value: { clap: '/home/ada/.clap', lv2: '/home/ada/.lv2' },
  });
  expect(placesFor({ ...none, system: true }, {})).toEqual({
    ok: true,
    value: { clap: '/usr/lib/clap', lv2: '/usr/lib/lv2' },
  });
  const { status } = await runWith(undefined, 'install', '--system', '--prefix', '/opt');
  expect(status).toBe(2);
});
