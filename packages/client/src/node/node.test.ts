import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '@plugin-hostd/base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureDaemon } from './ensure.js';
import { findDaemon } from './find.js';

let runDir: string;
beforeEach(() => {
  runDir = mkdtempSync(join(tmpdir(), 'plugin-hostd-client-'));
});
afterEach(() => rmSync(runDir, { recursive: true, force: true }));

const file = { pid: process.pid, host: '127.0.0.1', port: 4123, token: 't', version: '0.1.0' };
const write = (content: string) => writeFileSync(join(runDir, 'daemon.json'), content);

test('a daemon is found by its file while its process lives', () => {
  write(JSON.stringify(file));
  expect(expectOk(findDaemon(runDir))).toEqual(file);
});

test.each([
  ['no file', undefined],
  ['a file that is no JSON', '{"pid":'],
  ['a file without a port', JSON.stringify({ pid: process.pid })],
  ['a daemon that does not listen yet', JSON.stringify({ ...file, port: 0 })],
  ['a process that is gone', JSON.stringify({ ...file, pid: 2 ** 22 + 1 })],
])('%s counts as no daemon', (_, content) => {
  if (content !== undefined) write(content);
  const found = findDaemon(runDir);
  expect(!found.ok && found.error.message).toBe(`No daemon is running in ${runDir}.`);
});

/** A program that stands in for the daemon: runs `body` in a process of its own. */
const standIn = (body: string) => [process.execPath, '-e', body] as [string, ...string[]];

test('a daemon is started when there is none, and found when there is', async () => {
  const body = `
    require('node:fs').writeFileSync(${JSON.stringify(join(runDir, 'daemon.json'))},
      JSON.stringify({ ...${JSON.stringify(file)}, pid: process.pid }));
    process.send({ ready: true });
    process.once('disconnect', () => setTimeout(() => {}, 60000));`;
  const first = expectOk(await ensureDaemon({ runDir, command: standIn(body) }));
  const second = expectOk(await ensureDaemon({ runDir, command: standIn('process.exit(9)') }));
  process.kill(first.daemon.pid, 'SIGKILL');
  expect(first.started).toBe(true);
  expect(second).toEqual({ daemon: first.daemon, started: false });
});

test('who loses the race to start one gets the one that won, once it listens', async () => {
  write(JSON.stringify({ ...file, port: 0 }));
  const failure = { code: 'daemon_running', message: 'm', hint: 'h' };
  const body = `process.send({ ready: false, failure: ${JSON.stringify(failure)} });
    require('node:fs').writeFileSync(${JSON.stringify(join(runDir, 'daemon.json'))}, ${JSON.stringify(JSON.stringify(file))});`;
  const ensured = expectOk(await ensureDaemon({ runDir, command: standIn(body) }));
  expect(ensured).toEqual({ daemon: file, started: false });
});

test('the failure that a starting daemon reports is handed on', async () => {
  const failure = { code: 'server_absent', message: 'm', hint: 'h' };
  const body = `process.send({ ready: false, failure: ${JSON.stringify(failure)} });`;
  expect(await ensureDaemon({ runDir, command: standIn(body) })).toEqual({ ok: false, error: failure });
});

test('a daemon that dies at once is reported with its last line', async () => {
  const result = await ensureDaemon({
    runDir,
    command: standIn('console.error("no luck"); process.exit(3)'),
  });
  expect(!result.ok && result.error.message).toContain('no luck');
});

test('a run directory where the system makes none is reported, and does not hang', async () => {
  const result = await ensureDaemon({ runDir: '/proc/plugin-hostd/run', command: standIn('') });
  expect(!result.ok && result.error.code).toBe('file_unwritable');
});

test('a run directory that cannot be made is reported with its reason', async () => {
  write('a file, not a folder');
  const inside = join(runDir, 'daemon.json', 'below');
  const result = await ensureDaemon({ runDir: inside, command: standIn('') });
  expect(!result.ok && result.error.message).toContain('ENOTDIR');
});
