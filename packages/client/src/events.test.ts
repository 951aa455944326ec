import { setImmediate } from 'node:timers/promises';
import { expectOk } from '@plugin-hostd/base';
import type { DaemonEvent } from '@plugin-hostd/contracts';
import { expect, test } from 'vitest';
import { subscribe, type WebSocketLike } from './events.js';

type Listener = (message: { data: unknown }) => void;

/** A socket that the test opens, fills and closes by hand. */
class FakeSocket implements WebSocketLike {
  static last: FakeSocket;
  readonly listeners = new Map<string, Listener[]>();
  constructor(readonly url: string) {
    FakeSocket.last = this;
  }
  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }
  emit(type: string, data?: unknown): void {
    for (const listener of this.listeners.get(type) ?? []) listener({ data });
  }
  close(): void {
    this.emit('close');
  }
}

const target = { baseUrl: 'http://127.0.0.1:9', token: 'a b', loadWebSocket: async () => FakeSocket };

test('events arrive in order until the subscription is closed', async () => {
  const seen: DaemonEvent[] = [];
  const opening = subscribe(target, (event) => seen.push(event));
  await setImmediate();
  const socket = FakeSocket.last;
  expect(socket.url).toBe('ws://127.0.0.1:9/v1/events?token=a+b');
  socket.emit('open');
  const subscription = expectOk(await opening);
  socket.emit('message', '{"type":"graph","reason":"first"}');
  socket.emit('message', '{"type":"graph","reason":"second"}');
  subscription.close();
  socket.emit('message', '{"type":"graph","reason":"late"}');
  await subscription.closed;
  expect(seen).toEqual([
    { type: 'graph', reason: 'first' },
    { type: 'graph', reason: 'second' },
  ]);
});

test('a connection that fails says that no daemon is there', async () => {
  const opening = subscribe(target, () => {});
  await setImmediate();
  FakeSocket.last.emit('error');
  const result = await opening;
  expect(!result.ok && result.error.code).toBe('daemon_absent');
});
