import { err, ok, type Result } from '@plugin-hostd/base';
import {
  type ErrorCode,
  errors,
  type Failure,
  failure,
  failureSchema,
  routes,
} from '@plugin-hostd/contracts';
import type { z } from 'zod';
import { type EventListener, type Subscription, subscribe, type WebSocketConstructor } from './events.js';

type Routes = typeof routes;
type RouteName = keyof Routes;
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type Parameters<Route extends { path: string }> = [Names<Route['path']>] extends [never]
  ? []
  : [parameters: Readonly<Record<Names<Route['path']>, string | number>>];
type Body<Route> = Route extends { body: infer Schema extends z.ZodType } ? [body: z.input<Schema>] : [];
type Reply<Route extends { reply: z.ZodType }> = z.output<Route['reply']>;

/** One method per route: what stands in its path first, then its body. Failures are values, also of the connection. */
export type Client = {
  readonly [Name in RouteName]: (
    ...args: [...Parameters<Routes[Name]>, ...Body<Routes[Name]>]
  ) => Promise<Result<Reply<Routes[Name]>, Failure>>;
} & {
  /** Calls `listener` with every event of the daemon until the subscription is closed. */
  events(listener: EventListener): Promise<Result<Subscription, Failure>>;
};

export interface ClientOptions {
  /** Such as `http://127.0.0.1:4123`. */
  readonly baseUrl: string;
  readonly token?: string;
  /** The platform's own if left out. */
  readonly fetch?: typeof fetch;
  /** Where the WebSocket of {@link Client.events} comes from; the platform's own if left out (Node 20 has none). */
  readonly loadWebSocket?: () => Promise<WebSocketConstructor>;
}

/** A client of the daemon at `baseUrl`. Nothing is sent before its first call. */
export function createClient(options: ClientOptions): Client {
  const calls = Object.keys(routes).map((name) => {
    const call = (...args: readonly unknown[]) => send(options, routes[name as RouteName], args);
    return [name, call] as const;
  });
  const events = (listener: EventListener) => subscribe(options, listener);
  return { ...Object.fromEntries(calls), events } as unknown as Client;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
}

async function send(
  options: ClientOptions,
  route: Route,
  args: readonly unknown[],
): Promise<Result<unknown, Failure>> {
  const hasParameters = route.path.includes(':');
  const parameters = (hasParameters ? args[0] : {}) as Readonly<Record<string, string | number>>;
  const body = route.body === undefined ? undefined : args[hasParameters ? 1 : 0];
  let response: Response;
  let reply: unknown;
  try {
    response = await (options.fetch ?? fetch)(new URL(fillPath(route.path, parameters), options.baseUrl), {
      method: route.method,
      headers: {
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    reply = text === '' ? {} : parseJson(text);
  } catch {
    return err(failure('daemon_absent', { where: ` at ${options.baseUrl}` }));
  }
  if (!response.ok) return err(readFailure(response.status, reply));
  const parsed = route.reply.safeParse(reply);
  if (parsed.success) return ok(parsed.data);
  const at = parsed.error.issues[0]?.path.join('.');
  return err(failure('internal', { reason: `the daemon's reply to ${route.path} does not fit at "${at}"` }));
}

/** `/v1/chains/:name` with each `:name` replaced by its value, percent-encoded. */
export function fillPath(path: string, parameters: Readonly<Record<string, string | number>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The failure in a reply; `internal` when it holds none that we know. */
function readFailure(status: number, reply: unknown): Failure {
  const parsed = failureSchema.safeParse(reply);
  if (parsed.success && Object.hasOwn(errors, parsed.data.code)) {
    return { ...parsed.data, code: parsed.data.code as ErrorCode };
  }
  return failure('internal', { reason: `the daemon answered with status ${status}` });
}
