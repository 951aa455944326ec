import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';
import { pause } from '../run/pause.js';
import type { Scope } from '../run/scope.js';

/** A private jackd without a sound card. */
export interface JackServer {
  readonly name: string;
  readonly pid: number;
  /** Environment that leads a JACK program to it. */
  readonly environment: NodeJS.ProcessEnv;
}

const startLimitMs = 10_000;

/** Ends with us even when we are killed. */
const dieWithParent = ['setpriv', '--pdeathsig', 'TERM'];

/** Runs a program of JACK's; resolves with its exit status. */
export async function runTool(program: string, args: readonly string[], server: JackServer): Promise<number> {
  const child = spawn(program, args, { stdio: 'ignore', env: server.environment });
  const [code] = (await Promise.race([once(child, 'exit'), once(child, 'error')])) as [unknown];
  return typeof code === 'number' ? code : -1;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await gone;
  clearTimeout(killer);
}

/** Starts jackd with the dummy driver and real-time priority; waits until clients can connect. */
export async function startJackServer(
  options: { readonly rate: number; readonly period: number },
  scope: Scope,
  signal: AbortSignal,
): Promise<Result<JackServer, Failure>> {
  const name = `omx-bench-${process.pid}`;
  const environment = {
    ...process.env,
    JACK_DEFAULT_SERVER: name,
    JACK_NO_START_SERVER: '1',
    JACK_NO_AUDIO_RESERVATION: '1',
  };
  const driver = ['-d', 'dummy', '-r', String(options.rate), '-p', String(options.period)];
  const [program = '', ...words] = [
    ...dieWithParent,
    'jackd',
    '-n',
    name,
    '-R',
    '-P',
    '70',
    '-p',
    '256',
    ...driver,
  ];
  const child = spawn(program, words, { stdio: 'ignore', env: environment });
  scope.defer(() => stop(child));
  const server = { name, pid: child.pid ?? 0, environment };
  for (const end = Date.now() + startLimitMs; Date.now() < end; ) {
    if (child.exitCode !== null) return fail('server_absent', { reason: 'jackd ended at once' });
    if ((await runTool('jack_lsp', [], server)) === 0) return ok(server);
    await pause(50, signal);
  }
  return fail('server_absent', { reason: 'jackd did not start in time' });
}
