// What the adapter refuses runs in mod-host: the real one when it is on the PATH, else a stand-in that speaks its protocol.
import { appendFile, chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectOk } from '@plugin-hostd/base';
import { findModHost } from '@plugin-hostd/host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandLine } from './support/cli.js';
import { TestDaemon } from './support/daemon.js';
import { until } from './support/processes.js';
import { privateFolder } from './support/workers.js';

const standIn = fileURLToPath(new URL('./support/mod-host-stand-in.mjs', import.meta.url));
const refused = 'http://drobilla.net/plugins/mda/Overdrive';
const isReal = findModHost() !== null;

let folder: string;
let env: Record<string, string>;

/** A world in which MDA Overdrive requires a feature that nobody offers, and mod-host is there. */
beforeAll(async () => {
  folder = await privateFolder();
  await cp('/usr/lib/lv2/mda.lv2', join(folder, 'lv2/mda.lv2'), { recursive: true, dereference: true });
  await appendFile(
    join(folder, 'lv2/mda.lv2/manifest.ttl'),
    `\n<${refused}> <http://lv2plug.in/ns/lv2core#requiredFeature> <urn:omx-e2e:feature> .\n`,
  );
  await mkdir(join(folder, 'bin'));
  const program = join(folder, 'bin/mod-host');
  if (!isReal) await writeFile(program, `#!/bin/sh\nexec ${process.execPath} ${standIn} "$@"\n`);
  if (!isReal) await chmod(program, 0o755);
  const path = isReal ? process.env.PATH : `${folder}/bin:${process.env.PATH}`;
  env = { LV2_PATH: join(folder, 'lv2'), XDG_CACHE_HOME: join(folder, 'cache'), PATH: path ?? '' };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe(`a plugin that the adapter refuses, in ${isReal ? 'mod-host' : 'a stand-in for mod-host'}`, () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await TestDaemon.start('dummy', { env, words: ['--lv2-fallback', 'mod-host'] });
  });
  afterAll(() => daemon.close());

  // The stand-in makes no JACK client, so nothing can be connected to what it runs.
  const instance = isReal ? 1 : 0;
  const client = `effect_${instance}`;
  const clients = async () => (await daemon.status()).graph.instances.map(({ client }) => client);

  test('has a client of its own, and what follows is in another than what was before', async () => {
    const own = `lv2:${refused} drive=0.25`;
    const expression = isReal ? `ZamTube | ${own} | ZamTube` : own;
    expectOk(await daemon.client.createChain({ expression, name: 'main', connect: isReal }));
    expect(await clients()).toEqual(isReal ? ['main', 'effect_1', 'main-2'] : ['effect_0']);
  });

  test('tells its parameters and takes values', async () => {
    const parameters = expectOk(await daemon.client.parameters({ instance }));
    expect(parameters.find(({ symbol }) => symbol === 'drive')?.value).toBe(0.25);
    const changed = await daemon.client.changeInstance({ instance }, { parameters: { Muffle: 0.5 } });
    expect(expectOk(changed).parameters).toEqual({ drive: 0.25, muffle: 0.5 });
  });

  test.runIf(isReal)('is added to a chain, and removed with its process', async () => {
    expectOk(await daemon.client.addInstance({ plugin: `lv2:${refused}`, chain: 'main', position: 3 }));
    expect(await clients()).toEqual(['main', 'effect_1', 'main-2', 'effect_3']);
    expectOk(await daemon.client.removeInstance({ instance: 3 }));
    expect((await daemon.status()).workers.map(({ name }) => name)).not.toContain('effect_3');
    const wedged = expectOk(
      await daemon.client.addInstance({ plugin: 'ZamTube', chain: 'main', position: 1 }),
    );
    expect(wedged.client).toBe('main');
    expectOk(await daemon.client.removeInstance({ instance: wedged.instance }));
  });

  test('is saved and loaded, and started again when it was killed', async () => {
    const before = await daemon.whatIs();
    const saved = expectOk(await daemon.client.save());
    expectOk(await daemon.client.load(saved));
    expect(await daemon.whatIs()).toEqual(before);
    const pid = await daemon.workerPid(client);
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, 'SIGKILL');
    await until('it to run again', async () => {
      const { workers, graph } = await daemon.status();
      const runs = graph.instances.every(({ state }) => state === 'running');
      return (runs && workers.some(({ restarts }) => restarts === 1)) || undefined;
    });
    expect(await daemon.whatIs()).toEqual(before);
  });

  test.skipIf(isReal)('is put out of the chain when its process crashes again and again', async () => {
    const before = 1; // of the test above
    for (let crashes = 1; crashes <= 4; crashes += 1) {
      await daemon.client.changeInstance({ instance }, { parameters: { muffle: 0.666 } });
      await until('the crash to be dealt with', async () => {
        const { graph, workers } = await daemon.status();
        const restarts = workers.find(({ name }) => name === client)?.restarts ?? 0;
        return graph.instances[0]?.state === 'isolated' || restarts === before + crashes || undefined;
      });
    }
    const [entry] = (await daemon.status()).graph.instances;
    expect(entry?.state).toBe('isolated');
    expect(entry?.reason).toContain('it crashed in process');
  });
});

test('without the setting it is refused with the feature, and the way out', async () => {
  const cli = await CommandLine.open({ ...env, XDG_CACHE_HOME: join(folder, 'cache2') });
  try {
    const { code, stderr } = await cli.run('chain', `lv2:${refused}`, '--no-connect');
    expect(code).toBe(5);
    expect(stderr).toContain('it requires the feature urn:omx-e2e:feature');
    expect(stderr).toContain('--lv2-fallback mod-host');
    const way = await cli.json<{ way: string; reason: string }>('plugins', '--why', refused);
    expect(way.way).toBe('refused');
    expect(way.reason).toContain('urn:omx-e2e:feature');
  } finally {
    await cli.close();
  }
});

test('with the setting, plugins --why names mod-host; without a mod-host the failure says so', async () => {
  const cli = await CommandLine.open({
    ...env,
    OMX_LV2_FALLBACK: 'mod-host',
    XDG_CACHE_HOME: join(folder, 'cache3'),
  });
  try {
    const way = await cli.json<{ way: string; reason: string }>('plugins', '--why', refused);
    expect(way.way).toBe('mod-host');
    expect(way.reason).toContain('mod-host may take it');
  } finally {
    await cli.close();
  }
});
