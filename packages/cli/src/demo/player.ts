import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Server } from '@plugin-hostd/contracts';
import { programPath } from '@plugin-hostd/host';

/** omx-probe playing a sound file into ports, over and over. */
export interface Player {
  /** Resolves with its last words when it ends by itself. */
  readonly ended: Promise<string>;
  end(): Promise<void>;
}

export interface PlayerOptions {
  readonly file: string;
  readonly client: string;
  /** Full names of the ports that it plays into. */
  readonly ports: readonly string[];
  readonly server: Server;
}

/** Starts the player; resolves when its sound is connected. */
export async function startPlayer(options: PlayerOptions): Promise<Result<Player, Failure>> {
  const { file, client, ports } = options;
  const args = [
    'play',
    file,
    '--loop',
    '--client',
    client,
    '--connect',
    ports.join(','),
    '--die-with-parent',
  ];
  const child = spawn(programPath('omx-probe'), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...serverEnvironment(options.server) },
    detached: true,
  });
  let lastWords = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastWords = line;
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(lastWords || `it ended with ${signal ?? code}`));
  });
  const ready = new Promise<'ready'>((resolve) => {
    createInterface({ input: child.stdout }).once('line', () => resolve('ready'));
  });
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const outcome = await Promise.race([ready, ended]);
  if (outcome === 'ready') return ok({ ended, end });
  return fail('audio_client', { client, reason: outcome });
}

/** How libjack finds a server, and starts none. */
function serverEnvironment({ environment }: Server): Readonly<Record<string, string>> {
  return { JACK_NO_START_SERVER: '1', JACK_NO_AUDIO_RESERVATION: '1', ...environment };
}
