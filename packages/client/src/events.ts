import { err, ok, type Result } from '@plugin-hostd/base';
import { type DaemonEvent, eventsPath, type Failure, failure } from '@plugin-hostd/contracts';

export type EventListener = (event: DaemonEvent) => void;

export interface Subscription {
  /** Ends the subscription; its listener is not called again. */
  close(): void;
  /** Resolves when the connection has ended, by {@link Subscription.close} or by the daemon. */
  readonly closed: Promise<void>;
}

/** What we use of a WebSocket, in browsers and of the package ws alike. */
export interface WebSocketLike {
  close(): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (message: { data: unknown }) => void): void;
}

export type WebSocketConstructor = new (url: string) => WebSocketLike;

interface Target {
  readonly baseUrl: string;
  readonly token?: string;
  readonly loadWebSocket?: () => Promise<WebSocketConstructor>;
}

/** Opens the daemon's event stream. The token goes into the query, since browsers cannot set headers here. */
export async function subscribe(
  target: Target,
  listener: EventListener,
): Promise<Result<Subscription, Failure>> {
  const platform = (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket;
  const Constructor = (await target.loadWebSocket?.()) ?? platform;
  if (Constructor === undefined) return err(failure('internal', { reason: 'there is no WebSocket here' }));
  const url = new URL(eventsPath, target.baseUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (target.token !== undefined) url.searchParams.set('token', target.token);
  const socket = new Constructor(url.href);
  let wanted = true;
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', resolve));
  socket.addEventListener('message', ({ data }) => {
    if (wanted) listener(JSON.parse(String(data)) as DaemonEvent);
  });
  const close = () => {
    wanted = false;
    socket.close();
  };
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(ok({ close, closed })));
    socket.addEventListener('error', () => {
      resolve(err(failure('daemon_absent', { where: ` at ${target.baseUrl}` })));
    });
  });
}
