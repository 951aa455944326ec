import type { DaemonEvent } from '@plugin-hostd/contracts';

export type EventListener = (event: DaemonEvent) => void;

/** Hands every event to everyone who listens, in order and at once. */
export class EventHub {
  readonly #listeners = new Set<EventListener>();

  emit(event: DaemonEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Returns what ends the listening. */
  listen(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A message of the daemon itself; level 1 info, 2 warning, 3 error. */
  log(level: 1 | 2 | 3, text: string): void {
    this.emit({ type: 'log', level, source: 'daemon', text });
  }
}
