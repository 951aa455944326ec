import websocket from '@fastify/websocket';
import { err, ok, type Result } from '@plugin-hostd/base';
import { errors, eventsPath, type Failure, failure, routes } from '@plugin-hostd/contracts';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { EventHub } from '../events.js';
import { isLoopback, mayPass } from './access.js';
import { type Handlers, type RouteName, refusedBody } from './handlers.js';
import { openApiDocument } from './openapi.js';

const bodyLimitBytes = 64 * 1024 * 1024; // a saved graph holds the states of its plugins

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly version: string;
  readonly handlers: Handlers;
  readonly events: EventHub;
}

/** The listening server and the port that it got. */
export interface HttpServer {
  readonly port: number;
  close(): Promise<void>;
}

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: z.ZodType;
}

function send(reply: FastifyReply, failed: Failure): FastifyReply {
  return reply.code(errors[failed.code].http).send(failed);
}

function addRoutes(app: FastifyInstance, handlers: Handlers): void {
  for (const [name, { method, path: url, body }] of Object.entries(routes as Record<string, Route>)) {
    const handle = handlers[name as RouteName] as (call: unknown) => Promise<Result<object, Failure>>;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const parsed = body?.safeParse(request.body);
      const checked = parsed && !parsed.success ? refusedBody(parsed.error) : ok(parsed?.data);
      if (!checked.ok) return send(reply, checked.error);
      const connection = request.raw.socket;
      const result = await handle({ params: request.params, body: checked.value, connection });
      return result.ok ? result.value : send(reply, result.error);
    };
    app.route({ method, url, handler });
  }
}

/** Everything that goes wrong outside a handler is told in the same shape. */
function addFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const reason = `There is nothing at ${request.method} ${request.url.split('?')[0]}`;
    return reply.code(404).send(failure('bad_request', { reason }));
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    const status = error.statusCode ?? 500;
    const reason = error.message.replace(/\.$/, '');
    return reply.code(status).send(failure(status < 500 ? 'bad_request' : 'internal', { reason }));
  });
}

function addEvents(app: FastifyInstance, events: EventHub): void {
  app.get(eventsPath, { websocket: true }, (socket) => {
    const stop = events.listen((event) => socket.send(JSON.stringify(event)));
    socket.on('close', stop);
    socket.on('error', stop);
  });
}

/** Serves the API. */
export async function listen(options: HttpOptions): Promise<Result<HttpServer, Failure>> {
  const { host, port, token, version, handlers, events } = options;
  const app = fastify({ logger: false, bodyLimit: bodyLimitBytes, forceCloseConnections: true });
  const onLoopback = isLoopback(host);
  await app.register(websocket);
  app.addHook('onRequest', async (request, reply) => {
    if (!mayPass(request, token, onLoopback)) await send(reply, failure('unauthorized'));
  });
  addFailures(app);
  addEvents(app, events);
  addRoutes(app, handlers);
  app.get('/openapi.json', () => openApiDocument(version));
  try {
    await app.listen({ host, port });
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    return err(failure('invalid_operation', { what: `Listening on ${host}:${port}`, reason }));
  }
  const address = app.server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return ok({ port: bound, close: () => app.close() });
}
