import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';
import type { Bench, BenchContext } from '../bench.js';
import { findBench } from '../registry.js';
import { type BenchRecord, markdownReport } from '../report/report.js';
import { describeMachine } from './machine.js';
import { Aborted } from './pause.js';
import { Scope } from './scope.js';

/** How far a run is. */
export interface Progress {
  readonly label: string;
  /** Of the time that it is expected to take. */
  readonly doneSeconds: number;
  readonly totalSeconds: number;
}

export interface RunRequest {
  readonly name: string;
  /** Under 50 seconds, with fewer samples. */
  readonly quick: boolean;
  readonly seed: number;
  /** Folder for the record (JSON) and the report (Markdown) of the run; none are written when it is left out. */
  readonly out?: string;
  readonly signal: AbortSignal;
  readonly daemonCommand: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onProgress: (progress: Progress) => void;
}

/** Turns the steps of a bench into progress, from what they are expected to take. */
function stepper(totalSeconds: number, onProgress: RunRequest['onProgress']): BenchContext['step'] {
  let before = 0;
  return (label, seconds) => {
    onProgress({ label, doneSeconds: Math.min(totalSeconds, before), totalSeconds });
    before += seconds;
  };
}

async function writeRecord(out: string, record: BenchRecord): Promise<Result<void, Failure>> {
  const stem = join(out, `${record.bench}-${record.startedAt.replace(/[:.]/g, '-')}`);
  try {
    await mkdir(out, { recursive: true });
    await writeFile(`${stem}.json`, `${JSON.stringify(record, null, 1)}\n`);
    await writeFile(`${stem}.md`, `${markdownReport(record)}\n`);
    return ok(undefined);
  } catch (error) {
    return fail('file_unwritable', {
      file: stem,
      reason: (error as NodeJS.ErrnoException).code ?? 'unknown',
    });
  }
}

/** Runs a bench by name. Whatever comes of it, nothing is left running and no file is left but those asked for. */
export async function runBench(request: RunRequest): Promise<Result<BenchRecord, Failure>> {
  const bench = findBench(request.name);
  return bench.ok ? execute(bench.value, request) : bench;
}

/** Runs a bench; see {@link runBench}. */
export async function execute(bench: Bench, request: RunRequest): Promise<Result<BenchRecord, Failure>> {
  const scope = new Scope();
  // Ending what a bench waits for ends its waiting.
  request.signal.addEventListener('abort', () => void scope.close(), { once: true });
  try {
    const record = await measure(bench, request, scope);
    if (request.signal.aborted) return fail('interrupted');
    if (!record.ok || request.out === undefined) return record;
    const written = await writeRecord(request.out, record.value);
    return written.ok ? record : written;
  } catch (error) {
    if (error instanceof Aborted || request.signal.aborted) return fail('interrupted');
    throw error;
  } finally {
    await scope.close();
  }
}

async function measure(
  bench: Bench,
  request: RunRequest,
  scope: Scope,
): Promise<Result<BenchRecord, Failure>> {
  const startedAt = new Date();
  const runDir = await mkdtemp(join(tmpdir(), 'plugin-hostd-bench-'));
  scope.defer(() => rm(runDir, { recursive: true, force: true }));
  const step = stepper(bench.seconds[request.quick ? 'quick' : 'full'], request.onProgress);
  const measured = await bench.run({ ...request, scope, runDir, step });
  if (!measured.ok) return measured;
  return ok({
    bench: bench.name,
    quick: request.quick,
    seed: request.seed,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    machine: describeMachine(),
    ...measured.value,
  });
}
