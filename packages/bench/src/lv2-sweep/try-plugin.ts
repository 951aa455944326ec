import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import {
  type Failure,
  fail,
  type Parameter,
  type PortInfo,
  paramInfoSchema,
  portInfoSchema,
} from '@plugin-hostd/contracts';
import { type Argument, decodeJson, spawnWorker, type Worker } from '@plugin-hostd/host';
import { deathOutcome, failedOutcome, type Outcome } from './outcome.js';
import { blockFrames, channels, type Stimulus } from './stimulus.js';

const commandLimitMs = 20_000;
const renderLimitMs = 30_000;
const client = 'sweep';

export interface Trial {
  readonly uri: string;
  /** A name that no other trial has at the time. */
  readonly name: string;
  readonly runDir: string;
  readonly stimulus: Stimulus;
  readonly random: () => number;
}

/** What the trial is at, for whoever explains its end. */
interface Progress {
  doing: string;
}

/** Takes a plugin through its life in a worker of its own: sound or notes, state, a second instance, and the end. */
export async function tryPlugin(trial: Trial): Promise<Outcome> {
  const start = performance.now();
  const progress: Progress = { doing: 'before it was loaded' };
  const outcome = await live(trial, progress);
  return { ...outcome, seconds: (performance.now() - start) / 1000 };
}

async function live(trial: Trial, progress: Progress): Promise<Omit<Outcome, 'seconds'>> {
  const { name, runDir } = trial;
  const spawned = await spawnWorker({
    name,
    runDir,
    driver: { kind: 'file', period: blockFrames },
    orphanTimeoutSeconds: 0,
    commandLimitMs,
  });
  if (!spawned.ok) return failedOutcome(spawned.error, progress.doing);
  const worker = spawned.value;
  const alive = setInterval(() => {}, 1000);
  try {
    const lived = await runCommands(worker, trial, progress);
    if (!worker.connected || (!lived.ok && lived.error.code === 'worker_lost'))
      return deathOutcome(await worker.death, progress.doing);
    if (!lived.ok) return failedOutcome(lived.error, progress.doing);
    return lived.value === null ? { verdict: 'ok', reason: '' } : lived.value;
  } finally {
    const death = await worker.end();
    clearInterval(alive);
    if (death.crash) progress.doing += ', at its end';
  }
}

type Fault = Omit<Outcome, 'seconds'> | null;

async function runCommands(
  worker: Worker,
  trial: Trial,
  progress: Progress,
): Promise<Result<Fault, Failure>> {
  const prepared = await commands(worker, [
    ['open', trial.stimulus.noise],
    ['notes', trial.stimulus.notes],
  ]);
  if (!prepared.ok) return prepared;
  progress.doing = 'while it was loaded';
  const added = await worker.command('add', trial.uri, 0, client);
  if (!added.ok) return added;
  progress.doing = 'while it was connected';
  const connected = await connect(worker);
  if (!connected.ok) return connected;
  progress.doing = 'while it played';
  const played = await play(worker, trial);
  if (!played.ok || played.value !== null) return played;
  progress.doing = 'while its state was saved and restored';
  const kept = await keepState(worker, trial);
  if (!kept.ok || kept.value !== null) return kept;
  progress.doing = 'while it was removed';
  const removed = await commands(worker, [
    ['remove', 1],
    ['remove', 0],
  ]);
  return removed.ok ? ok(null) : removed;
}

type Line = readonly [Parameters<Worker['command']>[0], ...Argument[]];

/** One after the other; the first failure ends it. */
async function commands(worker: Worker, lines: readonly Line[]): Promise<Result<void, Failure>> {
  for (const [verb, ...words] of lines) {
    const reply = await worker.command(verb, ...words);
    if (!reply.ok) return reply;
  }
  return ok(undefined);
}

/** Leads noise to every audio input, notes to every note input, and what comes out to the file. */
async function connect(worker: Worker): Promise<Result<void, Failure>> {
  const reply = await worker.command('port_info', 0);
  if (!reply.ok) return reply;
  const ports = decodeJson('port_info', portInfoSchema, reply.value.value);
  if (!ports.ok) return ports;
  const of = (kind: PortInfo['kind'], direction: PortInfo['direction']) =>
    ports.value.filter((port) => port.kind === kind && port.direction === direction);
  const name = (port: PortInfo) => `effect_0:${port.symbol}`;
  const outputs = of('audio', 'output').slice(0, channels);
  const lines: Line[] = [
    ['begin'],
    ...of('audio', 'input').map((port, i): Line => ['connect', `file:in_${(i % channels) + 1}`, name(port)]),
    ...of('note', 'input').map((port): Line => ['connect', 'file:events_1', name(port)]),
    ...outputs.map((port, i): Line => ['connect', name(port), `file:out_${i + 1}`]),
    // A plugin without a sound of its own is run all the same; the file needs something to hold.
    ...(outputs.length === 0 ? [['connect', 'file:in_1', 'file:out_1'] as const] : []),
    ['commit'],
  ];
  return commands(worker, lines);
}

/** Renders the stimulus. The loop replaces what is not finite by silence and counts it. */
async function play(worker: Worker, trial: Trial): Promise<Result<Fault, Failure>> {
  const output = join(trial.runDir, `${trial.name}.wav`);
  const timer = setTimeout(() => void killStuck(worker), renderLimitMs);
  const rendered = await worker.command('render', output, 0, 'float');
  clearTimeout(timer);
  rmSync(output, { force: true });
  if (!rendered.ok) return rendered;
  const page = await worker.readStatus();
  const status = page.ok ? page.value.instances.find((it) => it.instance === 0) : undefined;
  if (!status) return fail('internal', { reason: 'the status page does not hold the instance' });
  if (status.calls === 0) return ok({ verdict: 'failed', reason: 'it was never called' });
  if (status.nonfiniteBlocks === 0) return ok(null);
  return ok({
    verdict: 'non-finite',
    reason: `${status.nonfiniteBlocks} of ${status.calls} blocks until it was bypassed held samples that are no finite numbers`,
  });
}

async function killStuck(worker: Worker): Promise<void> {
  const page = await worker.readStatus();
  const blame = page.ok ? page.value.clients.find((it) => it.blame !== null)?.blame : null;
  worker.killHung({ instance: blame?.instance ?? null, call: blame?.call ?? 'none', uri: '' });
}

const moved = 3;

/** Moves some parameters to an end of their range, saves the state and restores it in a second instance, whose parameters must be the same then. */
async function keepState(worker: Worker, trial: Trial): Promise<Result<Fault, Failure>> {
  const before = await parametersOf(worker, 0);
  if (!before.ok) return before;
  const free = before.value.filter((it) => !it.readonly && !it.hidden && it.max > it.min);
  for (let i = 0; i < Math.min(moved, free.length); i += 1) {
    const { symbol, min, max } = free[Math.floor(trial.random() * free.length)] as Parameter;
    const set = await worker.command('param_set', 0, symbol, trial.random() < 0.5 ? min : max);
    if (!set.ok) return set;
  }
  const file = join(trial.runDir, `${trial.name}.state`);
  const done = await commands(worker, [
    ['instance_save', 0, file],
    ['add', trial.uri, 1, client],
    ['instance_load', 1, file],
  ]);
  rmSync(file, { force: true });
  if (!done.ok) return done;
  const [first, second] = [await parametersOf(worker, 0), await parametersOf(worker, 1)];
  if (!first.ok) return first;
  if (!second.ok) return second;
  const lost = first.value.find((it) => !it.readonly && !isRestored(it, second.value));
  if (lost === undefined) return ok(null);
  const is = second.value.find((it) => it.symbol === lost.symbol)?.value;
  return ok({ verdict: 'state lost', reason: `${lost.symbol} was ${lost.value} and came back as ${is}` });
}

/** Within what the text of a number in a state may lose. */
function isRestored({ symbol, min, max, value }: Parameter, after: readonly Parameter[]): boolean {
  const is = after.find((it) => it.symbol === symbol)?.value;
  return is !== undefined && Math.abs(is - value) <= 1e-4 * (max - min);
}

async function parametersOf(
  worker: Worker,
  instance: number,
): Promise<Result<readonly Parameter[], Failure>> {
  const reply = await worker.command('param_info', instance);
  return reply.ok ? decodeJson('param_info', paramInfoSchema, reply.value.value) : reply;
}
