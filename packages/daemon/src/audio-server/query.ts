import { execFile } from 'node:child_process';
import { createConnection } from 'node:net';
import type { PhysicalPorts } from './audio-server.js';

const limitMs = 3000;

/** How a JACK program reaches a server. */
export interface JackAddress {
  readonly serverName: string;
  /** Folder of the libjack to use, for PipeWire's. */
  readonly libraryPath?: string;
}

/** What a running server says of itself. */
export interface JackFacts {
  readonly sampleRate: number;
  readonly period: number;
  readonly physical: PhysicalPorts;
}

/** What one of JACK's own programs prints; null when it fails. */
export function askJack(
  address: JackAddress,
  program: string,
  args: readonly string[],
): Promise<string | null> {
  const env = {
    ...process.env,
    JACK_DEFAULT_SERVER: address.serverName,
    JACK_NO_START_SERVER: '1',
    JACK_NO_AUDIO_RESERVATION: '1',
    ...(address.libraryPath ? { LD_LIBRARY_PATH: address.libraryPath } : {}),
  };
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: limitMs, killSignal: 'SIGKILL' }, (error, stdout) =>
      resolve(error ? null : stdout),
    );
  });
}

/** Last number in a program's output; some libraries print lines of their own before it. */
function lastNumber(text: string | null): number | null {
  const match = text === null ? null : /(\d+)\s*$/.exec(text.trim());
  return match ? Number(match[1]) : null;
}

/** Reads `jack_lsp -p`: a port's name, then an indented line with its properties. */
export function physicalPorts(listing: string): PhysicalPorts {
  const capture: string[] = [];
  const playback: string[] = [];
  let name = '';
  for (const line of listing.split('\n')) {
    if (!/^\s/.test(line)) name = line;
    else if (line.includes('physical') && !/midi/i.test(name))
      (line.includes('output') ? capture : playback).push(name);
  }
  return { capture, playback };
}

/** Asks a JACK server for its rate, period and physical ports; null when there is none. */
export async function queryJack(address: JackAddress): Promise<JackFacts | null> {
  const sampleRate = lastNumber(await askJack(address, 'jack_samplerate', []));
  if (sampleRate === null) return null;
  const [period, listing] = await Promise.all([
    askJack(address, 'jack_bufsize', []),
    askJack(address, 'jack_lsp', ['-p']),
  ]);
  return { sampleRate, period: lastNumber(period) ?? 0, physical: physicalPorts(listing ?? '') };
}

/** Where jackd2 listens for clients. */
export function jackSocket(serverName: string): string {
  return `/dev/shm/jack_${serverName}_${process.getuid?.() ?? 0}_0`;
}

/** Whether somebody accepts connections on a Unix socket. */
export function listens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Watches a server by a connection that says nothing: it closes when the server ends. */
export function watchSocket(path: string): { readonly gone: Promise<string>; stop(): void } {
  const socket = createConnection(path);
  const gone = new Promise<string>((resolve) => {
    socket.once('error', (error) => resolve(error.message));
    socket.once('close', () => resolve('it closed its socket'));
  });
  socket.resume();
  socket.unref();
  return { gone, stop: () => socket.destroy() };
}
