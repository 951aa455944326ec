import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { spawnModHost, type Worker } from '@plugin-hostd/host';
import type { JackServer } from '../instruments/jack-server.js';
import { deathOutcome, failedOutcome, type Outcome } from './outcome.js';

const commandLimitMs = 20_000;
/** How long it runs, in real time. */
const runMs = 250;

/** Takes a plugin through its life in a mod-host of its own: a quarter of a second of silence, state, a second instance, the end. */
export async function tryModHost(
  uri: string,
  name: string,
  runDir: string,
  server: JackServer,
): Promise<Outcome> {
  const start = performance.now();
  const outcome = await live(uri, name, runDir, server);
  return { ...outcome, seconds: (performance.now() - start) / 1000 };
}

async function live(
  uri: string,
  name: string,
  runDir: string,
  server: JackServer,
): Promise<Omit<Outcome, 'seconds'>> {
  const driver = { kind: 'jack', serverName: server.name } as const;
  const spawned = await spawnModHost({ name, runDir, driver, orphanTimeoutSeconds: 0, commandLimitMs });
  if (!spawned.ok) return failedOutcome(spawned.error, 'before it was loaded');
  const worker = spawned.value;
  const progress = { doing: 'while it was loaded' };
  try {
    const lived = await runCommands(worker, uri, join(runDir, `${name}.state`), progress);
    if (!worker.connected || (!lived.ok && lived.error.code === 'worker_lost'))
      return deathOutcome(await worker.death, progress.doing);
    return lived.ok ? { verdict: 'ok', reason: '' } : failedOutcome(lived.error, progress.doing);
  } finally {
    await worker.end();
  }
}

async function runCommands(
  worker: Worker,
  uri: string,
  file: string,
  progress: { doing: string },
): Promise<Result<void, Failure>> {
  const added = await worker.command('add', uri, 0);
  if (!added.ok) return added;
  progress.doing = 'while it played';
  await sleep(runMs);
  progress.doing = 'while its state was saved and restored';
  for (const [verb, ...words] of [
    ['instance_save', 0, file],
    ['add', uri, 1],
    ['instance_load', 1, file],
    ['remove', 1],
    ['remove', 0],
  ] as const) {
    if (verb === 'remove') progress.doing = 'while it was removed';
    const done = await worker.command(verb, ...words);
    if (!done.ok) return done;
  }
  rmSync(file, { force: true });
  return ok(undefined);
}
