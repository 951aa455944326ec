import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { collectStates } from '../edits/saved-graph.js';
import type { Session } from '../session.js';
import { layWorker } from '../workers/lay.js';
import type { AudioServer } from './audio-server.js';

const retryMs = 1000;

export type FindServer = () => Promise<Result<AudioServer, Failure>>;

/** Keeps the session's audio server: when it is gone, finds it again and lays every worker anew on it. */
export class ServerKeeper {
  readonly #session: Session;
  readonly #find: FindServer;
  #searching = false;
  #ended = false;

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

  /** To be called by whoever sees that the server is gone; several may. */
  async lost(reason: string): Promise<void> {
    if (this.#searching || this.#ended) return;
    this.#searching = true;
    const session = this.#session;
    await session.edits.run(() => this.#leave(reason));
    while (!this.#ended) {
      const found = await this.#find();
      if (found.ok && !this.#ended) {
        this.#take(found.value);
        break;
      }
      if (found.ok) await found.value.end();
      else await sleep(retryMs);
    }
    this.#searching = false;
    if (!this.#ended) await session.edits.run(() => this.#layAll());
  }

  #take(server: AudioServer): void {
    const session = this.#session;
    session.server = server;
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
    const names = new Set([...graph.instances.values()].map((entry) => entry.worker));
    for (const name of names) {
      const laid = await layWorker(this.#session, name);
      if (!laid.ok) events.log(3, laid.error.message);
    }
    events.emit({ type: 'graph', reason: 'the audio server is back' });
  }
}
