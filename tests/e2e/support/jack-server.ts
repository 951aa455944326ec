// A private jackd with the dummy driver.
import { randomBytes } from 'node:crypto';
import { Program, run, until } from './processes.js';

export interface JackOptions {
  readonly rate?: number;
  readonly period?: number;
}

export interface AudioServer {
  /** Environment that leads a JACK program to this server. */
  readonly env: Readonly<Record<string, string>>;
  readonly rate: number;
  /** The name under which clients ask for it. */
  readonly name: string;
  setPeriod(frames: number): Promise<void>;
  stop(): Promise<void>;
}

/** A server name that no other test run uses. */
export function privateName(): string {
  return `omx-test-${process.pid}-${randomBytes(3).toString('hex')}`;
}

/** Starts jackd under `name` and waits until clients can connect. */
export async function startJack(options: JackOptions = {}, name = privateName()): Promise<AudioServer> {
  const rate = options.rate ?? 48_000;
  const env = {
    JACK_DEFAULT_SERVER: name,
    JACK_NO_START_SERVER: '1',
    JACK_NO_AUDIO_RESERVATION: '1',
  };
  const driver = ['-d', 'dummy', '-r', String(rate), '-p', String(options.period ?? 256)];
  const server = new Program('jackd', ['-n', name, '-R', '-P', '70', '-p', '256', ...driver], { env });
  await until(`jackd ${name}`, async () => {
    server.expectRunning();
    return (await run('jack_lsp', ['-s', name], { env })).code === 0;
  });
  return {
    env,
    rate,
    name,
    async setPeriod(frames) {
      const result = await run('jack_bufsize', [String(frames)], { env });
      if (result.code !== 0) throw new Error(`jack_bufsize: ${result.stderr}`);
    },
    async stop() {
      await server.end('SIGTERM');
    },
  };
}
