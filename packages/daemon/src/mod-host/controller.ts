import type { Socket } from 'node:net';
import { FeedbackQueue } from './feedback-queue.js';

/** Bytes that may wait for a controller that does not read, before its feedback connection is closed. */
const feedbackLimitBytes = 4 * 1024 * 1024;

/** A program that speaks mod-host's protocol to us: its connection for commands and, where it has one, the one for feedback. */
export class Controller {
  /** Whether a command has come. */
  hasSpoken = false;
  /** What it sent, for `save`. */
  readonly history: string[] = [];
  readonly #socket: Socket;
  #feedback: Socket | null = null;
  readonly #queue = new FeedbackQueue((line) => this.#sendFeedback(line));

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get hasFeedback(): boolean {
    return this.#feedback !== null;
  }

  /** Takes the connection that its feedback goes to. */
  pair(socket: Socket): void {
    this.#feedback = socket;
    socket.once('close', () => {
      if (this.#feedback === socket) this.#feedback = null;
    });
  }

  /** Sends a reply; resolves when the connection has room for the next one. */
  async reply(text: string): Promise<void> {
    const { destroyed } = this.#socket;
    if (destroyed || this.#socket.write(`${text}\0`)) return;
    await new Promise<void>((resolve) => {
      this.#socket.once('drain', resolve);
      this.#socket.once('close', () => resolve());
    });
  }

  /** A feedback line; of those about the same thing that wait, the newest counts. */
  tell(about: string, line: string): void {
    if (this.#feedback) this.#queue.put(about, line);
  }

  /** A message as a feedback line. */
  say(line: string): void {
    if (this.#feedback) this.#queue.say(line);
  }

  /** It is ready for more feedback. */
  ready(): void {
    this.#queue.ready();
  }

  /** Closes both connections, once what was written has gone out. */
  close(): void {
    this.#socket.destroySoon();
    this.#feedback?.destroySoon();
  }

  #sendFeedback(line: string): void {
    if (!this.#feedback) return;
    this.#feedback.write(`${line}\0`);
    if (this.#feedback.writableLength > feedbackLimitBytes) this.#feedback.destroy();
  }
}
