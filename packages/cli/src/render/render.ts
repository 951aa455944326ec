import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import {
  type Failure,
  fail,
  openReplySchema,
  type RenderReply,
  renderReplySchema,
} from '@plugin-hostd/contracts';
import { decodeFeedback, decodeJson, spawnWorker, type Worker } from '@plugin-hostd/host';
import { explainDeath } from './death.js';
import { type Faults, readFaults } from './faults.js';
import { loadChain, type PlannedPart } from './load-chain.js';
import { type StallWatch, watchForStall } from './stall-watch.js';

export interface RenderJob {
  readonly input: string;
  readonly output: string;
  readonly parts: readonly PlannedPart[];
  readonly channels: number | undefined;
  /** Seconds after the input; undefined: as long as the plugins sound. */
  readonly tailSeconds: number | undefined;
  readonly format: string;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export type Rendered = RenderReply & { readonly sampleRate: number; readonly faults: readonly Faults[] };

/** Renders in a worker of its own, which is gone when this returns, however it ends. */
export async function renderFile(job: RenderJob): Promise<Result<Rendered, Failure>> {
  const runDir = await mkdtemp(join(tmpdir(), 'plugin-hostd-render-'));
  try {
    const spawned = await spawnWorker({
      name: 'render',
      runDir,
      driver: { kind: 'file' },
      orphanTimeoutSeconds: 0,
    });
    if (!spawned.ok) return spawned;
    return await renderIn(spawned.value, job);
  } finally {
    await rm(runDir, { recursive: true, force: true });
  }
}

async function renderIn(worker: Worker, job: RenderJob): Promise<Result<Rendered, Failure>> {
  const onAbort = () => worker.kill();
  job.signal.addEventListener('abort', onAbort, { once: true });
  if (job.signal.aborted) onAbort();
  const watch = watchForStall(worker);
  try {
    const rendered = await runCommands(worker, job, watch);
    if (job.signal.aborted) return fail('interrupted');
    if (rendered.ok || rendered.error.code !== 'worker_lost') return rendered;
    const death = await worker.death;
    const hang = watch.hang() ?? death.hang;
    return err(explainDeath({ ...death, hang }, job.parts));
  } finally {
    job.signal.removeEventListener('abort', onAbort);
    await worker.end();
    watch.stop();
  }
}

async function runCommands(
  worker: Worker,
  job: RenderJob,
  watch: StallWatch,
): Promise<Result<Rendered, Failure>> {
  const subscribed = await worker.subscribe((line) => {
    const feedback = decodeFeedback(line);
    if (feedback?.name !== 'render_progress') return;
    const done = Number(feedback.fields.done);
    watch.progress(done);
    job.onProgress(done, Number(feedback.fields.total));
  });
  if (!subscribed.ok) return subscribed;
  const opened = await worker.command('open', resolve(job.input));
  if (!opened.ok) return opened;
  const input = decodeJson('open', openReplySchema, opened.value.value);
  if (!input.ok) return input;
  const { sampleRate, channels } = input.value;
  const loaded = await loadChain(worker, job.parts, channels, job.channels);
  if (!loaded.ok) return loaded;
  const tail = job.tailSeconds ?? 'auto';
  const reply = await worker.command('render', resolve(job.output), tail, job.format);
  if (!reply.ok) return reply;
  const rendered = decodeJson('render', renderReplySchema, reply.value.value);
  if (!rendered.ok) return rendered;
  return ok({ ...rendered.value, sampleRate, faults: await readFaults(worker, job.parts) });
}
