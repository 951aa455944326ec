import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk, ok } from '@plugin-hostd/base';
import { afterEach, expect, test } from 'vitest';
import { atMost } from '../bar.js';
import type { Bench, BenchContext } from '../bench.js';
import { pause } from './pause.js';
import { execute, type Progress, type RunRequest, runBench } from './run.js';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'omx-bench-test-'));
  folders.push(made);
  return made;
}

function bench(run: Bench['run']): Bench {
  return { name: 'sample', summary: '', needs: [], seconds: { quick: 4, full: 40 }, run };
}

function request(more: Partial<RunRequest> = {}): RunRequest {
  return {
    name: 'sample',
    quick: true,
    seed: 1,
    signal: new AbortController().signal,
    daemonCommand: ['true'],
    environment: {},
    onProgress: () => {},
    ...more,
  };
}

const measurement = { bars: [atMost('n', 1, 'ms', 2)], tables: [], notes: [], samples: { all: [1, 2] } };

test('a run is recorded in full, as JSON and as Markdown, and its own folder is gone', async () => {
  const out = join(await folder(), 'results');
  let runDir = '';
  const run = async (context: BenchContext) => {
    runDir = context.runDir;
    await writeFile(join(runDir, 'scratch'), '');
    return ok(measurement);
  };
  const record = expectOk(await execute(bench(run), request({ out })));
  expect(record.bars[0]?.holds).toBe(true);
  const files = await readdir(out);
  expect(files.map((file) => file.replace(/.*\./, '')).sort()).toEqual(['json', 'md']);
  const json = files.find((file) => file.endsWith('.json')) ?? '';
  expect(JSON.parse(await readFile(join(out, json), 'utf8'))).toEqual(JSON.parse(JSON.stringify(record)));
  expect(existsSync(runDir)).toBe(false);
});

test('an aborted run undoes what it started, and fails as interrupted', async () => {
  const controller = new AbortController();
  const undone: string[] = [];
  const run = async (context: BenchContext) => {
    context.scope.defer(() => undone.push('started'));
    setTimeout(() => controller.abort(), 10);
    await pause(60_000, context.signal);
    return ok(measurement);
  };
  const result = await execute(bench(run), request({ signal: controller.signal }));
  expect(result).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  expect(undone).toEqual(['started']);
});

test('progress counts the seconds of the steps that are done', async () => {
  const seen: Progress[] = [];
  const run = async (context: BenchContext) => {
    context.step('first', 1);
    context.step('second', 3);
    return ok(measurement);
  };
  await execute(bench(run), request({ onProgress: (progress) => seen.push(progress) }));
  expect(seen).toEqual([
    { label: 'first', doneSeconds: 0, totalSeconds: 4 },
    { label: 'second', doneSeconds: 1, totalSeconds: 4 },
  ]);
});

test('results that cannot be written, and a bench that does not exist, are failures that say so', async () => {
  const file = join(await folder(), 'file');
  await writeFile(file, '');
  const unwritable = await execute(
    bench(async () => ok(measurement)),
    request({ out: file }),
  );
  expect(unwritable).toMatchObject({ ok: false, error: { code: 'file_unwritable' } });
  const unknown = await runBench(request({ name: 'nosuch' }));
  expect(unknown).toMatchObject({ ok: false, error: { code: 'bad_request' } });
});
