import { createConnection, type Socket } from 'node:net';

/** A program that speaks the protocol, for tests: one connection, whose messages can be waited for. */
export class TestController {
  readonly #received: string[] = [];
  readonly #wanted: ((message: string) => void)[] = [];
  readonly closed: Promise<void>;
  #rest = '';

  private constructor(readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (text) => this.#take(String(text)));
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static connect(port: number): Promise<TestController> {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
      socket.once('connect', () => resolve(new TestController(socket)));
      socket.once('error', reject);
    });
  }

  /** The next message, when it comes. */
  next(): Promise<string> {
    const received = this.#received.shift();
    if (received !== undefined) return Promise.resolve(received);
    return new Promise((resolve) => this.#wanted.push(resolve));
  }

  write(bytes: string): void {
    this.socket.write(bytes);
  }

  /** Sends a command and waits for its reply. */
  ask(command: string): Promise<string> {
    this.write(`${command}\0`);
    return this.next();
  }

  /** Sends all at once and collects as many replies. */
  async askAll(commands: readonly string[]): Promise<string[]> {
    this.write(commands.map((command) => `${command}\0`).join(''));
    const replies: string[] = [];
    for (const _ of commands) replies.push(await this.next());
    return replies;
  }

  close(): Promise<void> {
    this.socket.destroy();
    return this.closed;
  }

  #take(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      const wanted = this.#wanted.shift();
      if (wanted) wanted(message);
      else this.#received.push(message);
    }
  }
}
