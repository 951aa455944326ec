import { ok, type Result } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { clientOf, ensureDaemon } from '@plugin-hostd/client/node';
import type { Failure } from '@plugin-hostd/contracts';
import type { BenchContext } from '../bench.js';

/** A daemon of our own, with a private jackd without a sound card. */
export interface BenchDaemon {
  readonly pid: number;
  readonly client: Client;
}

/** Starts a daemon in `runDir` that ends with the scope, and with us. */
export async function startDaemon(
  context: BenchContext,
  runDir: string,
  period: number,
): Promise<Result<BenchDaemon, Failure>> {
  const options = [
    '--run-dir',
    runDir,
    '--server',
    'dummy',
    '--period',
    String(period),
    '--orphan-timeout-seconds',
    '0',
  ];
  const started = await ensureDaemon({
    runDir,
    command: [...context.daemonCommand, ...options],
    environment: { ...context.environment },
  });
  if (!started.ok) return started;
  const { pid } = started.value.daemon;
  const client = clientOf(started.value.daemon);
  context.scope.defer(() => stop(client, pid));
  return ok({ pid, client });
}

/** Asks the daemon to end and waits until it has. */
async function stop(client: Client, pid: number): Promise<void> {
  await client.stop();
  for (const end = Date.now() + 5000; Date.now() < end; ) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.kill(pid, 'SIGKILL');
}
