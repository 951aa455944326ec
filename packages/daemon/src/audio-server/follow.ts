import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '@plugin-hostd/base';
import type { Failure, Server } from '@plugin-hostd/contracts';
import { collectStates } from '../edits/saved-graph.js';
import type { Session } from '../session.js';
import { layWorker } from '../workers/lay.js';
import type { AudioServer } from './audio-server.js';

const retryMs = 500;

/** How long a server that is not ours may be away before another one is taken: somebody may be restarting it. */
const patienceMs = 10_000;

/** Finds a server; only one of a kind when that is given. */
export type FindServer = (kind?: Server['kind']) => Promise<Result<AudioServer, Failure>>;

/** Keeps the session's audio server: when it is gone, finds it again and lays every worker anew on it. */
export class ServerKeeper {
  readonly #session: Session;
  readonly #find: FindServer;
  #searching = false;
  #ended = false;
  #checking: Promise<void> | undefined;

  constructor(session: Session, find: FindServer) {
    this.#session = session;
    this.#find = find;
  }

  /** Finds the first server; the daemon does not start without one. */
  async start(): Promise<Result<AudioServer, Failure>> {
    const found = await this.#find();
    if (found.ok) this.#take(found.value);
    return found;
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#session.server?.end();
    this.#session.server = null;
  }

  /**
   * Looks whether the server is still there before the first worker starts: nobody would have told us. Belongs into the edit queue, as
   * it changes the session's server. Several may ask at once.
   */
  async check(): Promise<void> {
    this.#checking ??= this.#check();
    await this.#checking;
    this.#checking = undefined;
  }

  async #check(): Promise<void> {
    const session = this.#session;
    const { server } = session;
    if (!server || session.workers.all().length > 0 || (await server.alive())) return;
    session.server = null;
    await server.end();
    session.events.emit({ type: 'server', state: 'gone', description: 'it does not answer any more' });
    const found = await this.#find();
    if (found.ok) this.#take(found.value);
  }

  /** To be called by whoever sees that the server is gone; several may. */
  async lost(reason: string): Promise<void> {
    if (this.#searching || this.#ended) return;
    this.#searching = true;
    const session = this.#session;
    const before = session.server?.info;
    await session.edits.run(() => this.#leave(reason));
    const found = await this.#search(before?.embedded === false ? before.kind : undefined);
    this.#searching = false;
    if (!found) return;
    if (this.#ended) return found.end();
    this.#take(found);
    await session.edits.run(() => this.#layAll());
  }

  /** Looks until there is a server, or the daemon ends; for a while only for one of the kind that was there. */
  async #search(kind: Server['kind'] | undefined): Promise<AudioServer | null> {
    const since = performance.now();
    while (!this.#ended) {
      const waits = kind !== undefined && performance.now() - since < patienceMs;
      const found = await this.#find(waits ? kind : undefined);
      if (found.ok) return found.value;
      await sleep(retryMs);
    }
    return null;
  }

  #take(server: AudioServer): void {
    const session = this.#session;
    session.server = server;
    session.workers.prepare(server.driver);
    const { description, sampleRate, period } = server.info;
    const text = `${description}, ${sampleRate} Hz, ${period} frames per period`;
    session.events.emit({ type: 'server', state: 'found', description: text });
    void server.gone.then((reason) => {
      if (session.server?.gone === server.gone) void this.lost(reason);
    });
  }

  /** The workers keep their plugins when the server is gone, so their states are taken before they end. */
  async #leave(reason: string): Promise<void> {
    const session = this.#session;
    session.events.emit({ type: 'server', state: 'gone', description: reason });
    await collectStates(session);
    await session.workers.endAll();
    await session.server?.end();
    session.server = null;
    for (const entry of session.graph.instances.values())
      if (entry.state === 'running')
        Object.assign(entry, { state: 'lost', reason: 'the audio server is gone' });
  }

  async #layAll(): Promise<void> {
    const { graph, events } = this.#session;
    for (const name of graph.workerNames()) {
      const laid = await layWorker(this.#session, name);
      if (!laid.ok) events.log(3, laid.error.message);
    }
    events.emit({ type: 'graph', reason: 'the audio server is back' });
  }
}
