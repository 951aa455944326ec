const finish = 'data_finish';

/**
 * Feedback lines on their way to a controller. They go in batches: after each comes `data_finish`, and the next waits until the controller
 * says `output_data_ready`. What waits is bounded: of lines about the same thing only the newest is kept, of messages the newest hundred.
 */
export class FeedbackQueue {
  static readonly messageLimit = 100;

  readonly #send: (line: string) => void;
  readonly #newest = new Map<string, string>();
  #messages: string[] = [];
  #ready = true;
  #scheduled = false;

  constructor(send: (line: string) => void) {
    this.#send = send;
  }

  /** A line that replaces an older one about the same thing. */
  put(about: string, line: string): void {
    this.#newest.delete(about);
    this.#newest.set(about, line);
    this.#schedule();
  }

  /** A line of which none is left out before the limit. */
  say(line: string): void {
    this.#messages.push(line);
    if (this.#messages.length > FeedbackQueue.messageLimit) this.#messages.shift();
    this.#schedule();
  }

  /** The controller takes the next batch. */
  ready(): void {
    this.#ready = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || !this.#ready) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    const lines = [...this.#newest.values(), ...this.#messages];
    if (lines.length === 0) return;
    this.#newest.clear();
    this.#messages = [];
    this.#ready = false;
    for (const line of [...lines, finish]) this.#send(line);
  }
}
