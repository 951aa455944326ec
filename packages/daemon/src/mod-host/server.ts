import { createServer, type Server, type Socket } from 'node:net';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import type { Session } from '../session.js';
import { Controller } from './controller.js';
import { carryOut } from './dispatch.js';
import { followEvents } from './feedback.js';
import type { ModHost } from './host.js';
import { MessageReader } from './message-reader.js';
import { MidiInput } from './midi-input.js';
import { MidiMaps } from './midi-maps.js';
import { ParameterMonitor } from './parameter-monitor.js';

/** Where the protocol is served. */
export interface ModHostAddress {
  readonly address: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Null for none. */
  readonly feedbackPort: number | null;
}

export interface ModHostServer {
  readonly address: string;
  readonly port: number;
  readonly feedbackPort: number | null;
  close(): void;
}

/** A web page in a browser can make a request to us, with commands in its body. It begins with words of its own. */
const isWebRequest = (message: string) => /^[A-Z]+ \S+ HTTP\/\d/.test(message);

/** Carries out what a controller sends, one command after the other, until it goes. */
async function serve(host: ModHost, controller: Controller, socket: Socket): Promise<void> {
  const reader = new MessageReader();
  const obey = async (messages: readonly string[]) => {
    for (const message of messages) {
      if (!controller.hasSpoken && isWebRequest(message)) return socket.destroy();
      controller.hasSpoken = true;
      const answer = await host.carryOut(controller, message);
      if (answer !== null) await controller.reply(answer);
    }
  };
  try {
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
      const messages = reader.push(bytes as Buffer);
      if (messages === null) break;
      await obey(messages);
    }
    await obey(reader.end());
  } catch {
    // The connection broke; what was carried out stays.
  }
}

/**
 * Pairs the connections of controllers: a feedback connection belongs to the oldest command connection that has none. One that has sent
 * a command already gets one only when no other waits: whoever wants feedback connects it first, since mod-host answers nobody before.
 */
class Pairing {
  readonly #waiting = new Set<Socket>();

  constructor(private readonly host: ModHost) {}

  command(controller: Controller): void {
    const [socket] = this.#waiting;
    if (!socket) return;
    this.#waiting.delete(socket);
    controller.pair(socket);
  }

  feedback(socket: Socket): void {
    socket.resume();
    socket.on('error', () => {});
    const free = [...this.host.controllers].filter((controller) => !controller.hasFeedback);
    const controller = free.find(({ hasSpoken }) => !hasSpoken) ?? free[0];
    if (controller) {
      controller.pair(socket);
      return;
    }
    this.#waiting.add(socket);
    socket.once('close', () => this.#waiting.delete(socket));
  }

  close(): void {
    for (const socket of this.#waiting) socket.destroy();
  }
}

function listen(server: Server, address: string, port: number): Promise<Result<number, Failure>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      const reason = isTaken ? 'the port is taken, perhaps by mod-host' : error.message;
      const what = `Listening on ${address}:${port} for mod-host's protocol`;
      resolve(err(failure('invalid_operation', { what, reason })));
    });
    server.listen(port, address, () => {
      const bound = server.address();
      resolve(ok(typeof bound === 'object' && bound ? bound.port : port));
    });
  });
}

/** Serves mod-host's protocol. Failure: invalid_operation, when a port cannot be had; then nothing is left listening. */
export async function serveModHost(
  session: Session,
  { address, port, feedbackPort }: ModHostAddress,
): Promise<Result<ModHostServer, Failure>> {
  const monitor = new ParameterMonitor();
  const host: ModHost = {
    session,
    controllers: new Set(),
    monitor,
    midi: { input: new MidiInput(session), maps: new MidiMaps(), controls: new Set(), programs: new Set() },
    carryOut: (controller, message) => carryOut(host, controller, message),
    reportLoad: false,
  };
  const pairing = new Pairing(host);
  const commands = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    const controller = new Controller(socket);
    socket.on('error', () => {});
    host.controllers.add(controller);
    pairing.command(controller);
    void host.midi.input.open();
    void serve(host, controller, socket).then(() => {
      host.controllers.delete(controller);
      controller.close();
    });
  });
  const feedback = createServer({ noDelay: true }, (socket) => pairing.feedback(socket));
  const stopEvents = followEvents(host);
  const close = () => {
    stopEvents();
    monitor.close();
    pairing.close();
    for (const controller of host.controllers) controller.close();
    commands.close();
    feedback.close();
  };
  const bound = await listen(commands, address, port);
  const second = feedbackPort === null ? ok(null) : await listen(feedback, address, feedbackPort);
  if (bound.ok && second.ok) return ok({ address, port: bound.value, feedbackPort: second.value, close });
  close();
  return bound.ok ? (second as Result<never, Failure>) : bound;
}
