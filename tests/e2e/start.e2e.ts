// `npm start` as a user types it: the wrapper around set-up and demo, its signals, and what it leaves behind.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Program, until } from './support/processes.js';
import { Tag } from './support/tagged.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

let tag: Tag;
let runtime: string;
let cache: string;

beforeEach(async () => {
  tag = new Tag();
  runtime = await mkdtemp(join(tmpdir(), 'omx-start-'));
  cache = await mkdtemp(join(tmpdir(), 'omx-cache-'));
});

afterEach(async () => {
  for (const { pid } of await tag.processes()) process.kill(pid, 'SIGKILL');
  for (const folder of [runtime, cache]) await rm(folder, { recursive: true, force: true });
});

/** Starts the demo and waits for its second line of figures: then everything runs. */
async function startDemo(command: string, args: readonly string[]): Promise<Program> {
  // OMX_BUILD_DIR is set for all end-to-end tests, so set-up builds no native code of its own.
  const env = { ...tag.env, TMPDIR: runtime, XDG_RUNTIME_DIR: runtime, XDG_CACHE_HOME: cache };
  const program = new Program(command, args, { cwd: root, env });
  const runs = () => {
    if (program.child.exitCode !== null) throw new Error('the demo ended');
    return program.stdout.trim().split('\n').length > 4;
  };
  await until('the demo to run', runs, 60_000).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${program.stdout}${program.stderr}`);
  });
  return program;
}

async function untilNothingIsLeft(): Promise<void> {
  await until('all its processes to end', async () => (await tag.processes()).length === 0, 30_000).catch(
    async (error: unknown) => {
      const left = (await tag.processes()).map(({ pid, command }) => `${pid} ${command}`);
      throw new Error(`${String(error)}; left: ${left.join('; ')}`);
    },
  );
  // npm keeps a cache of its own there.
  expect((await readdir(runtime)).filter((name) => name.startsWith('plugin-hostd'))).toEqual([]);
}

describe('npm start', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends everything at %s', async (signal) => {
    const program = await startDemo('npm', ['start']);
    program.child.kill(signal);
    await program.finished();
    await untilNothingIsLeft();
  });

  it('ends everything when the process that started it is killed', async () => {
    const script = 'node tools/start.mjs; true';
    const program = await startDemo('sh', ['-c', script]);
    program.child.kill('SIGKILL');
    await untilNothingIsLeft();
  });
});
