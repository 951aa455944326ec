import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { describeDeath, spawnWorker, type Worker, type WorkerDeath } from '@plugin-hostd/host';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { type JackServer, startJackServer } from '../instruments/jack-server.js';
import { startSource } from '../instruments/source.js';
import { findSubjects, type Subject } from '../lv2-sweep/subjects.js';
import { Aborted, pause } from '../run/pause.js';
import { type Random, seededRandom } from '../statistics/random.js';
import { client, Doer } from './deeds.js';
import type { MemoryPoint } from './slope.js';
import { type Death, type Soaked, soakMeasurement } from './soak-report.js';

const commandLimitMs = 20_000;
const deedsPerRound = 60;
const poolSize = { short: 12, long: 40 };
/** From this length on the pool is the long one, in seconds. */
const longFrom = 120;
const warmUps = 2;
/** What was removed is freed a little later. */
const settleMs = 200;

/** Private memory of a process that is in RAM. */
async function privateBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return 1024 * Number(/^Private_Dirty:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

/** What goes on for the whole run. */
interface Soak {
  readonly context: BenchContext;
  readonly server: JackServer;
  readonly sourcePorts: readonly string[];
  readonly random: Random;
  readonly endMs: number;
  pool: readonly Subject[];
  deeds: number;
  readonly counts: Map<string, number>;
  readonly deaths: Death[];
  readonly faults: Map<string, number>;
  readonly series: MemoryPoint[][];
}

async function startWorker({ context, server, sourcePorts }: Soak): Promise<Result<Worker, Failure>> {
  const spawned = await spawnWorker({
    name: 'soak',
    runDir: context.runDir,
    driver: { kind: 'jack', serverName: server.name },
    orphanTimeoutSeconds: 0,
    commandLimitMs,
  });
  if (!spawned.ok) return spawned;
  context.scope.defer(() => spawned.value.kill());
  for (const [i, port] of sourcePorts.entries()) {
    const connected = await spawned.value.command('connect', port, `${client}:in_${i + 1}`);
    if (!connected.ok) return ok(spawned.value); // its client is made by the first plugin
  }
  return spawned;
}

/** Whom the registers of a dead worker blame, by the book of what ran there. */
function blamed(death: WorkerDeath, doer: Doer): Subject | null {
  const record = death.hang ?? death.crash;
  if (record === null || (death.crash?.fromOutside && death.hang === null)) return null;
  if (record.instance === null && record.uri === '') return null;
  return doer.subjectOf(record.instance);
}

/** Loads every plugin of the pool once or twice, so that what they keep for good is there before memory is watched. */
async function warmUp(soak: Soak, doer: Doer): Promise<Result<unknown, Failure>> {
  for (let i = 0; i < warmUps; i += 1) {
    for (const subject of soak.pool) {
      const added = await doer.add(subject);
      if (!added.ok && added.error.code === 'worker_lost') return added;
      const removed = await doer.removeAll();
      if (!removed.ok) return removed;
    }
  }
  return ok(undefined);
}

/** Rounds of deeds, with a look at the memory after each, until the time is up or the worker is gone. */
async function runWorker(soak: Soak, worker: Worker, doer: Doer): Promise<Result<unknown, Failure>> {
  const points: MemoryPoint[] = [];
  soak.series.push(points);
  const warm = await warmUp(soak, doer);
  if (!warm.ok) return warm;
  while (performance.now() < soak.endMs) {
    for (let i = 0; i < deedsPerRound && performance.now() < soak.endMs; i += 1) {
      if (soak.context.signal.aborted) throw new Aborted();
      const done = await doer.act(soak.pool);
      if (!done.ok) {
        if (done.error.code === 'worker_lost') return done;
        soak.faults.set(done.error.message, (soak.faults.get(done.error.message) ?? 0) + 1);
        continue;
      }
      soak.deeds += 1;
      soak.counts.set(done.value, (soak.counts.get(done.value) ?? 0) + 1);
    }
    const removed = await doer.removeAll();
    if (!removed.ok) return removed;
    await pause(settleMs, soak.context.signal);
    points.push({ deeds: soak.deeds, bytes: await privateBytes(worker.pid) });
    soak.context.step(`${soak.deeds} deeds`, 0);
  }
  return ok(undefined);
}

async function soakUntilEnd(soak: Soak): Promise<Result<void, Failure>> {
  while (performance.now() < soak.endMs && soak.pool.length > 0) {
    const worker = await startWorker(soak);
    if (!worker.ok) return worker;
    const doer = new Doer(worker.value, soak.context.runDir, soak.random);
    const ran = await runWorker(soak, worker.value, doer);
    if (ran.ok) {
      await worker.value.end();
      continue;
    }
    const death = await worker.value.death;
    const culprit = blamed(death, doer);
    soak.deaths.push({ plugin: culprit?.plugin.id ?? null, how: describeDeath(death), after: soak.deeds });
    soak.pool = soak.pool.filter((subject) => subject !== culprit); // it has had its say
  }
  return ok(undefined);
}

/** Does things at random to random LV2 plugins under a private jackd for so many seconds. */
export function lv2Soak(lengthSeconds: number): Bench {
  const run = async (context: BenchContext): Promise<Result<Measurement, Failure>> => {
    context.step('starting', 0);
    const count = poolSize[lengthSeconds < longFrom ? 'short' : 'long'];
    const pool = await findSubjects(join(context.runDir, 'catalogue.json'), count, context.seed);
    if (!pool.ok) return pool;
    const server = await startJackServer({ rate: 48_000, period: 256 }, context.scope, context.signal);
    if (!server.ok) return server;
    const source = await startSource(server.value, context.scope);
    if (!source.ok) return source;
    const soak: Soak = {
      context,
      server: server.value,
      sourcePorts: source.value.ports,
      random: seededRandom(context.seed),
      endMs: performance.now() + 1000 * lengthSeconds,
      pool: pool.value,
      deeds: 0,
      counts: new Map(),
      deaths: [],
      faults: new Map(),
      series: [],
    };
    context.step(`${pool.value.length} plugins`, lengthSeconds);
    const done = await soakUntilEnd(soak);
    if (!done.ok) return done;
    const soaked: Soaked = { ...soak, plugins: pool.value.map(({ plugin }) => plugin.id) };
    return ok(soakMeasurement(soaked));
  };
  return {
    name: 'soak-lv2',
    summary: 'Random deeds to random LV2 plugins: no leak, no crash that is not the plugin’s own.',
    needs: [
      'jackd2',
      'LV2 plugins (npm run setup -- bench)',
      'omx-clap-host, omx-probe and the LV2 adapter (npm run setup)',
    ],
    seconds: { quick: lengthSeconds, full: lengthSeconds },
    run,
  };
}
