import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '@plugin-hostd/base';
import type { Plugin } from '@plugin-hostd/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Catalogue } from './catalogue.js';

const described: Plugin = {
  uri: '',
  id: 'org.test.one',
  name: 'One',
  vendor: '',
  version: '1',
  format: 'clap',
  features: [],
  audioInputs: [],
  audioOutputs: [],
  noteInputs: 0,
  noteOutputs: 0,
  parameters: 0,
  latencyFrames: 0,
};

let dir: string;

/**
 * A stand-in for the scanner: notes each file that it is asked for, finds one plugin in it, and ends without a word on files named "bad".
 */
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'omx-catalogue-'));
  mkdirSync(join(dir, 'bin'));
  mkdirSync(join(dir, 'plugins/inner'), { recursive: true });
  const plugin = JSON.stringify(described).replace('"uri":""', '"uri":"clap:$1#org.test.one"');
  const script = `#!/bin/sh
echo "$1" >> ${dir}/calls
case "$1" in *crashing*) echo "org.test.crashes crashed in init" >&2; exit 1;; *bad*) echo "it is broken" >&2; exit 1;; esac
cat <<END
{"plugins":[${plugin}],"failures":[]}
END
`;
  writeFileSync(join(dir, 'bin/omx-clap-scan'), script);
  chmodSync(join(dir, 'bin/omx-clap-scan'), 0o755);
  vi.stubEnv('OMX_BUILD_DIR', dir);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true });
});

const calls = () => readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n');
const catalogue = () => new Catalogue({ dirs: [join(dir, 'plugins')], cacheFile: join(dir, 'cache/c.json') });

test('files are scanned once, and again when they change', async () => {
  writeFileSync(join(dir, 'plugins/a.clap'), 'x');
  writeFileSync(join(dir, 'plugins/inner/b.clap'), 'x');
  writeFileSync(join(dir, 'plugins/readme.txt'), 'x');
  const progress: number[] = [];
  const first = catalogue();
  expectOk(await first.scan({ onProgress: ({ done, total }) => progress.push(done / total) }));
  expect(progress).toEqual([0.5, 1]);
  expect(first.plugins.map((plugin) => plugin.uri)).toEqual([
    `clap:${dir}/plugins/a.clap#org.test.one`,
    `clap:${dir}/plugins/inner/b.clap#org.test.one`,
  ]);
  expectOk(await catalogue().scan());
  expect(calls()).toHaveLength(2);
  writeFileSync(join(dir, 'plugins/a.clap'), 'changed');
  expectOk(await catalogue().scan());
  expect(calls()).toHaveLength(3);
  expectOk(await catalogue().scan({ force: true }));
  expect(calls()).toHaveLength(5);
});

test('a file that the scanner fails on costs only its own entry', async () => {
  writeFileSync(join(dir, 'plugins/a.clap'), 'x');
  writeFileSync(join(dir, 'plugins/bad.clap'), 'x');
  const it = catalogue();
  expectOk(await it.scan());
  expect(it.plugins).toHaveLength(1);
  expect(it.failures).toEqual([{ path: join(dir, 'plugins/bad.clap'), reason: 'it is broken' }]);
});

test('a path to a file outside the search path is scanned on the spot; one that is missing or broken says so', async () => {
  const it = catalogue();
  expectOk(await it.scan());
  writeFileSync(join(dir, 'elsewhere.clap'), 'x');
  writeFileSync(join(dir, 'bad.clap'), 'x');
  expect(expectOk(await it.resolve(join(dir, 'elsewhere.clap'))).name).toBe('One');
  const missing = await it.resolve(join(dir, 'missing.clap'));
  expect(!missing.ok && missing.error.message).toContain('there is no such file');
  const broken = await it.resolve(join(dir, 'bad.clap'));
  expect(!broken.ok && broken.error.message).toContain('it is broken');
});

test('a name or id of a plugin whose file is broken gives the reason of the scanner, and the file to check', async () => {
  const path = join(dir, 'plugins/bad-one.clap');
  writeFileSync(path, 'x');
  const it = catalogue();
  expectOk(await it.scan());
  for (const text of ['org.test.bad-one', 'Bad One']) {
    const broken = await it.resolve(text);
    expect(!broken.ok && broken.error).toEqual({
      code: 'plugin_failed',
      message: `The plugin ${text} could not be started: it is broken.`,
      hint: `Check it alone with: plugin-hostd scan --file ${path}`,
    });
  }
  const other = await it.resolve('org.test.bad');
  expect(!other.ok && other.error.code).toBe('plugin_not_found');
});

test('an id in the reason of the scanner decides', async () => {
  writeFileSync(join(dir, 'plugins/crashing-bad.clap'), 'x');
  const it = catalogue();
  expectOk(await it.scan());
  const broken = await it.resolve('org.test.crashes');
  expect(!broken.ok && broken.error.message).toBe(
    'The plugin org.test.crashes could not be started: it crashed in init.',
  );
  const other = await it.resolve('org.other.crashing-bad');
  expect(!other.ok && other.error.code).toBe('plugin_not_found');
});

test('a damaged cache is an empty one', async () => {
  writeFileSync(join(dir, 'plugins/a.clap'), 'x');
  expectOk(await catalogue().scan());
  writeFileSync(join(dir, 'cache/c.json'), '{"version":1,"entries":[{"path":3}]}');
  const it = catalogue();
  expectOk(await it.scan());
  expect(it.plugins).toHaveLength(1);
});

test('without a scanner the failure says how to build it', async () => {
  writeFileSync(join(dir, 'plugins/a.clap'), 'x');
  rmSync(join(dir, 'bin/omx-clap-scan'));
  const result = await catalogue().scan();
  expect(!result.ok && result.error.hint).toContain('npm run setup');
});
