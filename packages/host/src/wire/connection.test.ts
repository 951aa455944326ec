import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '@plugin-hostd/base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSocket, WorkerConnection } from './connection.js';

let dir: string;
let server: Server;
let peer: Promise<Socket>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'omx-connection-'));
  server = createServer();
  peer = new Promise((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(join(dir, 's'), resolve));
});

afterEach(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

async function open(): Promise<WorkerConnection> {
  return new WorkerConnection(await openSocket(join(dir, 's')), 'w');
}

test('commands are sent at once and answered in order', async () => {
  const connection = await open();
  const replies = Promise.all([
    connection.command('param_get', 0, '1'),
    connection.command('param_get', 0, '2'),
  ]);
  const worker = await peer;
  worker.write('resp 0 0.1\0resp 0 ');
  worker.write('0.2\0');
  const [first, second] = await replies;
  expect(expectOk(first).value).toBe('0.1');
  expect(expectOk(second).value).toBe('0.2');
  connection.close();
});

test('feedback lines between replies go to the listener', async () => {
  const connection = await open();
  const lines: string[] = [];
  const subscribed = connection.subscribe((line) => lines.push(line));
  (await peer).write('param_set 0 1 0.5\0resp 0\0latency 0 64\0');
  expectOk(await subscribed);
  const reply = connection.command('help');
  (await peer).write('resp 0 text\0');
  expectOk(await reply);
  expect(lines).toEqual(['param_set 0 1 0.5', 'latency 0 64']);
  connection.close();
});

test('a connection that ends fails what is in flight, and what comes after', async () => {
  const connection = await open();
  const reply = connection.command('help');
  (await peer).destroy();
  const lost = await reply;
  expect(!lost.ok && lost.error.code).toBe('worker_lost');
  expect(connection.ended).toBe(true);
  const after = await connection.command('help');
  expect(!after.ok && after.error.code).toBe('worker_lost');
});
