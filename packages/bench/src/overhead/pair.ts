import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ok, type Result } from '@plugin-hostd/base';
import type { Failure, Plugin } from '@plugin-hostd/contracts';
import { spawnWorker, type Worker } from '@plugin-hostd/host';
import { type Floor, startFloor } from '../instruments/floor.js';
import { type JackServer, runTool } from '../instruments/jack-server.js';
import { startSource } from '../instruments/source.js';
import type { Scope } from '../run/scope.js';
import { loadSeries } from './series.js';
import type { Host } from './window.js';

/** A worker and the floor, holding the same plugins and fed by the same source. At most one of them runs its plugins. */
export interface Pair {
  readonly worker: Worker;
  readonly floor: Floor;
  /** Of what else we run for them. */
  readonly otherPids: readonly number[];
  /** Lets one run and the other rest: the worker rests with all instances bypassed, the floor returns at once. */
  turnTo(host: Host): Promise<Result<unknown, Failure>>;
}

/**
 * Puts all threads of a process on the last processor, for both hosts alike: processors of a shared machine differ in what
 * else they do. Nothing is done on a machine with only one.
 */
function pin(pid: number): void {
  const last = availableParallelism() - 1;
  if (last > 0) execFileSync('taskset', ['-a', '-p', '-c', String(last), String(pid)], { stdio: 'ignore' });
}

/** Bypasses or brings back all instances of the worker, heard as one change. */
async function bypassAll(
  worker: Worker,
  count: number,
  bypassed: boolean,
): Promise<Result<unknown, Failure>> {
  const flags = Array.from({ length: count }, (_, i) => worker.command('bypass', i, bypassed ? 1 : 0));
  const replies = await Promise.all([worker.command('begin'), ...flags, worker.command('commit')]);
  return replies.find((reply) => !reply.ok) ?? ok(undefined);
}

/** Starts both with `plugins` in series, wired to a source of noise. */
export async function startPair(
  plugins: readonly Plugin[],
  server: JackServer,
  runDir: string,
  scope: Scope,
): Promise<Result<Pair, Failure>> {
  const specs = plugins.map((plugin) => plugin.uri.replace(/^clap:/, ''));
  const floor = await startFloor(specs, server, scope);
  if (!floor.ok) return floor;
  const source = await startSource(server, scope);
  if (!source.ok) return source;
  const driver = { kind: 'jack', serverName: server.name } as const;
  const spawned = await spawnWorker({ name: 'bench', runDir, driver, orphanTimeoutSeconds: 0 });
  if (!spawned.ok) return spawned;
  const worker = spawned.value;
  scope.defer(() => worker.end());
  const loaded = await loadSeries(worker, 'worker', plugins, source.value.ports);
  if (!loaded.ok) return loaded;
  for (const [channel, port] of source.value.ports.entries()) {
    await runTool('jack_connect', [port, `${floor.value.client}:in_${channel + 1}`], server);
  }
  pin(worker.pid);
  pin(floor.value.pid);
  return ok({
    worker,
    floor: floor.value,
    otherPids: [server.pid, source.value.pid],
    turnTo: async (host) => {
      const paused = host === 'worker' ? await floor.value.pause() : ok(undefined);
      const turned = paused.ok ? await bypassAll(worker, plugins.length, host !== 'worker') : paused;
      return turned.ok && host === 'floor' ? floor.value.run() : turned;
    },
  });
}
