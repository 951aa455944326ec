import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, workerInfoSchema } from '@plugin-hostd/contracts';
import { decodeJson, ownClapFile, spawnWorker, type Worker } from '@plugin-hostd/host';
import type { BenchContext } from '../bench.js';
import type { JackServer } from '../instruments/jack-server.js';

/** Inline in one client; in one client with a process each; in a process and client each. */
export const placements = ['inline', 'bridged', 'separate'] as const;
export type Placement = (typeof placements)[number];

export const stageCount = 16;
const uri = `clap:${ownClapFile()}#org.plugin-hostd.omx-eq8`;

type Verb = Parameters<Worker['command']>[0];
type Command = readonly [Verb, ...(string | number)[]];

async function sayAll(worker: Worker, commands: readonly Command[]): Promise<Result<void, Failure>> {
  for (const [verb, ...words] of commands) {
    const reply = await worker.command(verb, ...words);
    if (!reply.ok) return reply;
  }
  return ok(undefined);
}

const sides = [1, 2];
/** Plays noise into the first plugin: one that hears nothing sleeps. */
const sourceClient = 'source';

/** The series of plugins in one client named `mix`. */
export function chainCommands(placement: 'inline' | 'bridged'): readonly Command[] {
  const stages = Array.from({ length: stageCount }, (_, i) => i);
  const connect = (from: string, to: string): Command => ['connect', from, to];
  return [
    ['begin'],
    ...stages.map((i): Command => ['add', uri, i, 'mix', 'native', placement]),
    ...sides.map((c) => connect(`mix:in_${c}`, `effect_0:in1_${c}`)),
    ...stages
      .slice(1)
      .flatMap((i) => sides.map((c) => connect(`effect_${i - 1}:out1_${c}`, `effect_${i}:in1_${c}`))),
    ...sides.map((c) => connect(`effect_${stageCount - 1}:out1_${c}`, `mix:out_${c}`)),
    ['commit'],
    ...sides.map((c) => connect(`${sourceClient}:out_${c}`, `mix:in_${c}`)),
  ];
}

/** What one plugin of a series of clients is told. */
export function ownClientCommands(i: number): readonly Command[] {
  const from = (c: number) => (i === 0 ? `${sourceClient}:out_${c}` : `effect_${i - 1}:out1_${c}`);
  const inputs = sides.map((c): Command => ['connect', from(c), `effect_${i}:in1_${c}`]);
  return [['add', uri, i], ...inputs];
}

/** Workers that run the sixteen plugins in a row. */
export async function lay(
  placement: Placement,
  server: JackServer,
  context: BenchContext,
): Promise<Result<readonly Worker[], Failure>> {
  const workers: Worker[] = [];
  const count = placement === 'separate' ? stageCount : 1;
  for (let i = 0; i < count; i += 1) {
    const spawned = await spawnWorker({
      name: `${placement}-${i}`,
      runDir: join(context.runDir, 'workers'),
      driver: { kind: 'jack', serverName: server.name },
      orphanTimeoutSeconds: 0,
      env: { JACK_DEFAULT_SERVER: server.name, JACK_NO_START_SERVER: '1', JACK_NO_AUDIO_RESERVATION: '1' },
    });
    if (!spawned.ok) return spawned;
    const worker = spawned.value;
    context.scope.defer(() => worker.end());
    workers.push(worker);
    const laid = await sayAll(
      worker,
      placement === 'separate' ? ownClientCommands(i) : chainCommands(placement),
    );
    if (!laid.ok) return laid;
  }
  return ok(workers);
}

/** What a worker says of itself. */
export async function infoOf(worker: Worker) {
  const reply = await worker.command('info');
  if (!reply.ok) return reply;
  const info = decodeJson('info', workerInfoSchema, reply.value.value);
  return info.ok ? info : fail('worker_lost', { worker: worker.name, reason: 'it does not make sense' });
}
