// A controller that speaks mod-host's protocol.
import { createConnection, createServer, type Socket } from 'node:net';

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** A port that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Both of its connections, as one object; everything that comes is kept. */
export class Controller {
  readonly replies: string[] = [];
  readonly feedback: string[] = [];
  readonly #wanted: ((reply: string) => void)[] = [];

  private constructor(
    private readonly commands: Socket,
    private readonly lines: Socket,
  ) {
    read(commands, (reply) => {
      const wanted = this.#wanted.shift();
      if (wanted) wanted(reply);
      else this.replies.push(reply);
    });
    read(lines, (line) => this.feedback.push(line));
  }

  static async connect(port: number, feedbackPort: number): Promise<Controller> {
    const commands = await open(port);
    return new Controller(commands, await open(feedbackPort));
  }

  write(bytes: string): void {
    this.commands.write(bytes);
  }

  reply(): Promise<string> {
    const reply = this.replies.shift();
    return reply === undefined
      ? new Promise((resolve) => this.#wanted.push(resolve))
      : Promise.resolve(reply);
  }

  ask(command: string): Promise<string> {
    this.write(`${command}\0`);
    return this.reply();
  }

  close(): void {
    this.commands.destroy();
    this.lines.destroy();
  }
}

/** Hands over each message without its NUL. */
function read(socket: Socket, take: (message: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) take(message);
  });
}
