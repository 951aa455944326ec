import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, type Result } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { clientOf, ensureDaemon, isAlive } from '@plugin-hostd/client/node';
import type { Failure } from '@plugin-hostd/contracts';
import { daemonCommand } from '../program-path.js';

const endLimitMs = 10_000;
const checkMs = 20;

/** A daemon of our own in a run directory of its own, so that it never meets one that runs. */
export interface PrivateDaemon {
  readonly client: Client;
  readonly runDir: string;
  /** Ends it with all that it started, and takes its folder away. */
  end(): Promise<void>;
}

/** Starts a daemon that also ends when we are killed. `options` are words for the command start. */
export async function startPrivateDaemon(
  options: readonly string[],
): Promise<Result<PrivateDaemon, Failure>> {
  const runDir = await mkdtemp(join(tmpdir(), 'plugin-hostd-demo-'));
  const words = ['--die-with-parent', '--run-dir', runDir, '--orphan-timeout-seconds', '0', ...options];
  const ensured = await ensureDaemon({ runDir, command: [...daemonCommand, ...words] });
  const removeFolder = () => rm(runDir, { recursive: true, force: true });
  if (!ensured.ok) {
    await removeFolder();
    return ensured;
  }
  const { daemon } = ensured.value;
  const client = clientOf(daemon);
  const end = async () => {
    await endDaemon(client, daemon.pid);
    await removeFolder();
  };
  return ok({ client, runDir, end });
}

/** Asks the daemon to end and waits until it has; one that does not is killed, and its workers end for lack of it. */
async function endDaemon(client: Client, pid: number): Promise<void> {
  await client.stop();
  for (let waitedMs = 0; isAlive(pid); waitedMs += checkMs) {
    if (waitedMs >= endLimitMs) process.kill(pid, 'SIGKILL');
    await sleep(checkMs);
  }
}
