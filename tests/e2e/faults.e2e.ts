// What goes wrong costs only itself, and says what to do next.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Status } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandLine } from './support/cli.js';
import { until } from './support/processes.js';

const id = (name: string) => `org.plugin-hostd.fixture.${name}`;
const file = (name: string) => join(buildDir(), 'fixtures', `${name}.clap`);

let cli: CommandLine;

beforeAll(async () => {
  cli = await CommandLine.open();
  const started = await cli.run('start', '--server', 'dummy');
  expect(started.stderr).toBe('');
  await cli.json('chain', `omx-eq8 hpf=80 | ${id('gain')} gain=2`, '--name', 'good');
});

afterAll(() => cli.close());

function status(): Promise<Status> {
  return cli.json<Status>('status');
}

/** The chain that must survive everything: its plugins run, with what was set. */
async function expectGoodChain(): Promise<void> {
  const good = await until('the good chain to run', async () => {
    const { graph } = await status();
    const instances = graph.instances.filter(({ chain }) => chain === 'good');
    return instances.length === 2 && instances.every(({ state }) => state === 'running') && instances;
  });
  expect(good.map(({ parameters }) => Object.values(parameters))).toEqual([[80], [2]]);
}

/** Runs a command that must fail; checks its exit status, and that it speaks to people. */
async function expectFailure(exit: number, ...args: string[]): Promise<string> {
  const { code, stderr } = await cli.run(...args);
  expect(stderr).toMatch(/^error: .+\n {2}next: .+/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(code).toBe(exit);
  return stderr;
}

describe('a plugin that crashes', () => {
  test.each([
    ['crash-create', /crash-create crashed in .+ with SIGSEGV/],
    ['crash-init', /crash-init crashed in init with SIGSEGV/],
    ['hang-init', /hang-init did not return from init within 10 s/],
  ])('%s: the scan finds out, in a process of its own', async (plugin, words) => {
    expect(await expectFailure(5, 'add', file(plugin), '--chain', 'good')).toMatch(words);
    await expectGoodChain();
  });

  test('in activate takes its worker down, which comes back without it', async () => {
    const text = await expectFailure(5, 'add', id('crash-activate'), '--chain', 'good');
    expect(text).toMatch(/crashed in activate/);
    await expectGoodChain();
  });

  test('in process again and again is isolated, and the rest of its chain plays on', async () => {
    await cli.json('chain', `${id('gain')} gain=3 | ${id('crash-process')}`, '--name', 'mixed');
    const culprit = await until('the isolation', async () => {
      const { graph } = await status();
      return graph.instances.find((it) => it.plugin.id === id('crash-process') && it.state === 'isolated');
    });
    expect(culprit.reason).toMatch(/crashed/);
    const { graph } = await status();
    const rest = graph.instances.find((it) => it.chain === 'mixed' && it.plugin.id === id('gain'));
    expect(rest).toMatchObject({ state: 'running', parameters: { 1: 3 } });
    await expectGoodChain();
    await cli.run('remove', 'mixed');
  });
});

test('a worker killed from outside is restarted with all that was set, and nobody is blamed', async () => {
  const before = (await status()).workers.find(({ name }) => name === 'good');
  process.kill(before?.pid as number, 'SIGKILL');
  await until('a new worker', async () => {
    const worker = (await status()).workers.find(({ name }) => name === 'good');
    return worker?.state === 'running' && worker.pid !== before?.pid;
  });
  await expectGoodChain();
  expect((await status()).graph.instances.every(({ reason }) => reason === '')).toBe(true);
});

describe('wrong input', () => {
  test.each<[string, number, string[], RegExp]>([
    ['an unknown plugin', 4, ['chain', 'Nonesuch'], /No plugin matches "Nonesuch"/],
    ['a file that is not there', 8, ['chain', '/nowhere/x.clap'], /x\.clap/],
    ['a chain that cannot be read', 2, ['chain', 'omx-eq8 | | omx-delay'], /cannot be read/],
    ['an unknown parameter', 4, ['set', '0', 'nonesuch=1'], /nonesuch/],
    ['a value out of range', 2, ['set', '0', 'hpf=1000000'], /1000000/],
    ['an unknown instance', 4, ['bypass', '4711'], /4711/],
    ['an unknown port', 6, ['connect', 'good:out_1', 'nobody:in_1'], /nobody:in_1/],
    ['an unknown chain', 4, ['remove', 'nonesuch'], /nonesuch/],
  ])('%s', async (_, exit, args, words) => {
    expect(await expectFailure(exit, ...args)).toMatch(words);
    await expectGoodChain();
  });

  test('a .clap file that is none', async () => {
    const broken = join(cli.folder, 'broken.clap');
    await writeFile(broken, 'this is a text\n');
    const text = await expectFailure(5, 'chain', broken);
    expect(text).toContain('broken.clap');
    await expectGoodChain();
  });
});
