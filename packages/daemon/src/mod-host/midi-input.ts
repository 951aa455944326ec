import type { Session } from '../session.js';
import { ensureWorker } from '../workers/lay.js';

/** The client that controller boxes are connected to, and the worker that has it. */
export const midiClient = 'mod-host';

/**
 * The MIDI port `mod-host:midi_in`. It is opened when the first controller comes, and again when its worker or the audio server was
 * lost; what was connected to it is the business of who connected it.
 */
export class MidiInput {
  readonly #session: Session;
  #opening: Promise<boolean> | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether the port is there; it is opened when it is not. */
  open(): Promise<boolean> {
    this.#opening ??= this.#session.edits.run(() => this.#open());
    const opening = this.#opening;
    void opening.then((isOpen) => {
      if (!isOpen && this.#opening === opening) this.#opening = null;
    });
    return opening;
  }

  /** Follows messages one after the other. */
  inOrder(follow: () => Promise<void>): void {
    this.#last = this.#last.then(follow).catch(() => undefined);
  }

  /** Its worker or the server is gone. */
  lost(): void {
    this.#opening = null;
  }

  async #open(): Promise<boolean> {
    const { graph, events } = this.#session;
    if (graph.chains.has(midiClient) || graph.hasClient(midiClient)) return false;
    const worker = await ensureWorker(this.#session, midiClient);
    const opened = worker.ok ? await worker.value.command('midi_input', midiClient) : worker;
    if (!opened.ok) events.log(2, `mod-host's protocol has no MIDI input: ${opened.error.message}`);
    return opened.ok;
  }
}
