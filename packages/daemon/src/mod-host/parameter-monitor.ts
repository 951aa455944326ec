import { createConnection, type Socket } from 'node:net';
import { fixed } from './words.js';

const operators: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '==': (value, limit) => value === limit,
  '!=': (value, limit) => value !== limit,
};

interface Watch {
  readonly instance: number;
  readonly symbol: string;
  readonly holds: (value: number) => boolean;
  told: number;
}

const limitMs = 3000;

/** Opens a connection; null when nobody listens there. */
function open(address: string, port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: address, port });
    const settle = (result: Socket | null) => {
      socket.setTimeout(0);
      resolve(result);
    };
    socket.setTimeout(limitMs, () => socket.destroy());
    socket.on('connect', () => settle(socket));
    socket.on('error', () => settle(null));
    socket.on('close', () => settle(null));
  });
}

/**
 * The monitor: a program that listens, and is told of parameters whose value fulfils a condition, as `monitor <instance> <symbol>
 * <value>`, once for each new value.
 */
export class ParameterMonitor {
  #socket: Socket | null = null;
  #watches: Watch[] = [];

  get connected(): boolean {
    return this.#socket !== null && !this.#socket.destroyed;
  }

  /** Connects to the program. False when it cannot be reached. */
  async start(address: string, port: number): Promise<boolean> {
    if (!(port > 0 && port < 65536)) return false;
    const socket = await open(address, port);
    if (!socket) return false;
    this.#socket?.destroy();
    this.#socket = socket;
    return true;
  }

  stop(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  /** Watches a parameter whose value is known. False for an operator that there is not. */
  watch(instance: number, symbol: string, operator: string, limit: number, value: number): boolean {
    const holds = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    if (!holds) return false;
    const single = Math.fround(limit);
    this.#watches.push({ instance, symbol, holds: (now) => holds(now, single), told: 0 });
    this.note(instance, symbol, value);
    return true;
  }

  /** A parameter has this value now. */
  note(instance: number, symbol: string, value: number): void {
    const single = Math.fround(value);
    for (const watch of this.#watches) {
      if (watch.instance !== instance || watch.symbol !== symbol) continue;
      if (!watch.holds(single) || watch.told === single) continue;
      watch.told = single;
      if (this.connected) this.#socket?.write(`monitor ${instance} ${symbol} ${fixed(single, 6)}\0`);
    }
  }

  /** Forgets what was watched of an instance. */
  forget(instance: number): void {
    this.#watches = this.#watches.filter((watch) => watch.instance !== instance);
  }

  close(): void {
    this.stop();
    this.#watches = [];
  }
}
