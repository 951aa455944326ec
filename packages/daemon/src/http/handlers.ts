import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type routes } from '@plugin-hostd/contracts';
import type { z } from 'zod';
import { addInstance } from '../edits/add-instance.js';
import { changeInstance } from '../edits/change.js';
import { connect, disconnect } from '../edits/connections.js';
import { createChain } from '../edits/create-chain.js';
import { removeChain, removeInstance } from '../edits/remove.js';
import { retryInstance } from '../edits/retry.js';
import { runEdit } from '../edits/run-edit.js';
import { loadGraph, saveGraph } from '../edits/saved-graph.js';
import { viewGraph } from '../graph/view.js';
import { describeTop, readTop, type TopReading } from '../meters/top.js';
import type { Session } from '../session.js';
import { parametersOf, portsOf } from '../workers/ports.js';

type Routes = typeof routes;
export type RouteName = keyof Routes;
type Body<Route> = Route extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

/** What a request brings: names in its path, its checked body, and the connection that it came over. */
export interface Call<Name extends RouteName> {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body<Routes[Name]>;
  readonly connection: object;
}

export type Handlers = {
  readonly [Name in RouteName]: (
    call: Call<Name>,
  ) => Promise<Result<z.output<Routes[Name]['reply']>, Failure>>;
};

export interface HandlerOptions {
  readonly session: Session;
  readonly version: string;
  /** Called when a client asks the daemon to end. */
  readonly onStop: () => void;
}

function instanceOf(params: Readonly<Record<string, string>>): number {
  return /^\d+$/.test(params.instance ?? '') ? Number(params.instance) : Number.NaN;
}

/** What each route does. Edits go through the queue; the rest reads. */
export function createHandlers({ session, version, onStop }: HandlerOptions): Handlers {
  const startedMs = performance.now();
  const lastTop = new WeakMap<object, TopReading>();
  const catalogue = () =>
    ok({ plugins: [...session.catalogue.plugins], failures: [...session.catalogue.failures] });
  return {
    status: async () =>
      ok({
        version,
        pid: process.pid,
        uptimeSeconds: (performance.now() - startedMs) / 1000,
        server: session.server?.info ?? null,
        workers: session.workers.view(),
        graph: viewGraph(session.graph),
      }),
    top: async ({ connection }) => {
      const reading = await readTop(session);
      const top = describeTop(session, lastTop.get(connection) ?? null, reading);
      lastTop.set(connection, reading);
      return ok(top);
    },
    plugins: async () => catalogue(),
    scan: async () => {
      const scanned = await session.catalogue.scan({ force: true });
      return scanned.ok ? catalogue() : scanned;
    },
    createChain: ({ body }) => runEdit(session, () => createChain(session, body)),
    removeChain: ({ params }) => runEdit(session, () => removeChain(session, params.name ?? '')),
    addInstance: ({ body }) => runEdit(session, () => addInstance(session, body)),
    removeInstance: ({ params }) => runEdit(session, () => removeInstance(session, instanceOf(params))),
    changeInstance: ({ params, body }) =>
      runEdit(session, () => changeInstance(session, instanceOf(params), body)),
    retryInstance: ({ params }) => runEdit(session, () => retryInstance(session, instanceOf(params))),
    parameters: ({ params }) => runEdit(session, () => parametersOf(session, instanceOf(params))),
    ports: ({ params }) => runEdit(session, () => portsOf(session, instanceOf(params))),
    connect: ({ body }) => runEdit(session, () => connect(session, body)),
    disconnect: ({ body }) => runEdit(session, () => disconnect(session, body)),
    save: () => runEdit(session, () => saveGraph(session)),
    load: ({ body }) => runEdit(session, () => loadGraph(session, body)),
    stop: async () => {
      onStop();
      return ok({});
    },
  };
}

/** The failure of a request that its schema refuses. */
export function refusedBody(error: z.ZodError): Result<never, Failure> {
  const [issue] = error.issues;
  const at = issue?.path.join('.');
  return fail('bad_request', {
    reason: at ? `"${at}": ${issue?.message}` : (issue?.message ?? 'The body is empty'),
  });
}
