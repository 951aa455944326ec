import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '@plugin-hostd/base';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Catalogue } from './catalogue.js';
import { lv2Path } from './scan/find-files.js';

let dir: string;

/** A stand-in for the scanner: notes the bundles of each call; finds a plugin in each, and refuses those of bundles named "refused". */
const scanner = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const bundles = process.argv.slice(2);
appendFileSync(join(dirname(__dirname), 'calls'), bundles.map((it) => basename(it)).join(' ') + '\\n');
const plugins = bundles.map((bundle) => {
  const name = basename(bundle, '.lv2');
  const refusal = name.includes('refused') ? { refusal: 'it requires the feature urn:x' } : {};
  return {
    uri: 'lv2:urn:' + name, id: 'urn:' + name, name, vendor: '', version: '1', format: 'lv2', bundle, features: [],
    audioInputs: [], audioOutputs: [], noteInputs: 0, noteOutputs: 0, parameters: 0, latencyFrames: 0, ...refusal,
  };
});
const refused = plugins.filter((plugin) => plugin.refusal);
const failures = refused.map(({ id, bundle, refusal }) => ({ path: bundle, reason: id + ': ' + refusal }));
console.log(JSON.stringify({ plugins, failures }));
`;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'omx-catalogue-lv2-'));
  for (const folder of ['bin', 'plugins', 'lv2']) mkdirSync(join(dir, folder));
  writeFileSync(join(dir, 'bin/omx-clap-scan'), scanner);
  chmodSync(join(dir, 'bin/omx-clap-scan'), 0o755);
  vi.stubEnv('OMX_BUILD_DIR', dir);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true });
});

function bundle(name: string): string {
  const path = join(dir, 'lv2', `${name}.lv2`);
  mkdirSync(path);
  writeFileSync(join(path, 'manifest.ttl'), 'x');
  return path;
}

const calls = () => readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n');

function catalogue(takesRefused = false): Catalogue {
  return new Catalogue({
    dirs: [join(dir, 'plugins')],
    lv2Dirs: [join(dir, 'lv2')],
    cacheFile: join(dir, 'c.json'),
    takesRefused,
  });
}

test('bundles are scanned together, and one alone when a file of it changes', async () => {
  bundle('a');
  const b = bundle('b');
  mkdirSync(join(dir, 'lv2', 'no-bundle.lv2'));
  const it = catalogue();
  expectOk(await it.scan());
  expect(it.plugins.map((plugin) => [plugin.uri, plugin.bundle])).toEqual([
    ['lv2:urn:a', join(dir, 'lv2/a.lv2')],
    ['lv2:urn:b', b],
  ]);
  expectOk(await catalogue().scan());
  expect(calls()).toEqual(['a.lv2 b.lv2']);
  writeFileSync(join(b, 'b.ttl'), 'x');
  expectOk(await catalogue().scan());
  expect(calls()).toEqual(['a.lv2 b.lv2', 'b.lv2']);
});

test('many bundles are scanned in batches, with progress for each', async () => {
  for (let i = 0; i < 30; i += 1) bundle(`b${String(i).padStart(2, '0')}`);
  const done: string[] = [];
  const it = catalogue();
  expectOk(await it.scan({ onProgress: (at) => done.push(`${at.done}/${at.total}`) }));
  expect(it.plugins).toHaveLength(30);
  expect(
    calls()
      .map((line) => line.split(' ').length)
      .sort(),
  ).toEqual([24, 6]);
  expect(done).toHaveLength(30);
  expect(done.at(-1)).toBe('30/30');
});

test('a refused plugin is a failure, its reason is told, and whoever takes such plugins gets it', async () => {
  const path = bundle('refused');
  bundle('good');
  const it = catalogue();
  expectOk(await it.scan());
  expect(it.plugins.map((plugin) => plugin.id)).toEqual(['urn:good']);
  expect(it.failures).toEqual([{ path, reason: 'urn:refused: it requires the feature urn:x' }]);
  const refused = await it.resolve('lv2:urn:refused');
  expect(!refused.ok && refused.error.code).toBe('plugin_refused');
  expect(!refused.ok && refused.error.message).toBe(
    'The LV2 plugin urn:refused cannot run here: it requires the feature urn:x.',
  );
  const taking = catalogue(true);
  expectOk(await taking.scan());
  expect(expectOk(await taking.resolve('urn:refused')).refusal).toBe('it requires the feature urn:x');
});

test('the search path is LV2_PATH, or the usual folders', () => {
  expect(lv2Path({ HOME: '/h', LV2_PATH: '~/x:/y//:/y:' })).toEqual(['/h/x', '/y']);
  expect(lv2Path({ HOME: '/h' })).toEqual(
    expect.arrayContaining(['/h/.lv2', '/usr/lib/lv2', '/usr/local/lib/lv2']),
  );
});
