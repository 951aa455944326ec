// LV2 plugins through the adapter: in chains beside CLAP plugins, with their states, and notes to the frame.
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectOk } from '@plugin-hostd/base';
import type { Plugin, PresetInfo } from '@plugin-hostd/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandLine } from './support/cli.js';
import { TestDaemon } from './support/daemon.js';
import { until } from './support/processes.js';
import { firstSound, readWave, sine, type Wave, writeWave } from './support/wave.js';
import { clientName, offline, privateFolder, startWorker, type TestWorker } from './support/workers.js';

const rate = 48_000;

describe('a chain of LV2 and CLAP plugins under jackd', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await TestDaemon.start('dummy');
  });
  afterAll(() => daemon.close());

  const expression = 'lv2:ZamCompX2 thr=-20 | ZamTube | MDA Overdrive drive=0.75';

  test('a name that both formats have means CLAP, lv2: before it the other', async () => {
    expectOk(await daemon.client.createChain({ expression, name: 'mixed' }));
    const { graph } = await daemon.status();
    expect(graph.instances.map(({ plugin }) => plugin.uri)).toEqual([
      'lv2:urn:zamaudio:ZamCompX2',
      'clap:/usr/lib/clap/ZamTube.clap#com.zamaudio.ZamTube',
      'lv2:http://drobilla.net/plugins/mda/Overdrive',
    ]);
    await until('it to play', async () => (await daemon.plays()) || undefined);
  });

  test('parameters go by the symbols of their ports', async () => {
    const parameters = expectOk(await daemon.client.parameters({ instance: 0 }));
    expect(parameters.find(({ symbol }) => symbol === 'thr')?.value).toBe(-20);
    const changed = await daemon.client.changeInstance({ instance: 0 }, { parameters: { Ratio: 8 } });
    expect(expectOk(changed).parameters).toMatchObject({ thr: -20, rat: 8 });
  });

  test('what was set is there again after a crash, and after save and load', async () => {
    const before = await daemon.whatIs();
    const pid = await daemon.workerPid('mixed');
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, 'SIGKILL');
    await until('its worker to be restarted', async () => {
      const { workers, graph } = await daemon.status();
      const runs = graph.instances.every(({ state }) => state === 'running');
      return (runs && workers.some(({ restarts }) => restarts === 1)) || undefined;
    });
    expect(await daemon.whatIs()).toEqual(before);
    const saved = expectOk(await daemon.client.save());
    expectOk(await daemon.client.removeChain({ name: 'mixed' }));
    expectOk(await daemon.client.load(saved));
    expect(await daemon.whatIs()).toEqual(before);
    const parameters = expectOk(await daemon.client.parameters({ instance: 2 }));
    expect(parameters.find(({ symbol }) => symbol === 'drive')?.value).toBe(0.75);
  });
});

/** Renders `frames` of what a synthesizer makes of notes, by a worker with blocks of 128 frames. */
async function renderNotes(uri: string, notes: string, frames: number): Promise<Wave> {
  const worker = await startWorker({ kind: 'file', period: 128 });
  try {
    const [input, lines, output] = ['in.wav', 'notes.txt', 'out.wav'].map((it) => join(worker.runDir, it));
    const silence = new Float32Array(frames);
    await writeWave(input as string, { rate, channels: [silence, silence] });
    await writeFile(lines as string, notes);
    await worker.say('open', input as string);
    expect(await worker.say('notes', lines as string)).toBe(String(notes.trim().split('\n').length));
    await worker.say('add', uri, 0, clientName);
    await connectSynth(worker);
    await worker.say('render', output as string, 0, 'float');
    return await readWave(output as string);
  } finally {
    await worker.end();
  }
}

async function connectSynth(worker: TestWorker): Promise<void> {
  const ports: { symbol: string; direction: string; kind: string }[] = JSON.parse(
    await worker.say('port_info', 0),
  );
  const notes = ports.find(({ kind, direction }) => kind === 'note' && direction === 'input');
  const outputs = ports.filter(({ kind, direction }) => kind === 'audio' && direction === 'output');
  await worker.wire([
    ['file:events_1', `effect_0:${notes?.symbol}`],
    ...outputs.map(({ symbol }, i): [string, string] => [`effect_0:${symbol}`, `file:out_${i + 1}`]),
  ]);
}

describe('a synthesizer', () => {
  const piano = 'lv2:http://drobilla.net/plugins/mda/EPiano';
  const frames = 9600;

  // Frames at the beginning, inside and at the end of a block of 128.
  test.each([1280, 1337, 1407])('sounds from frame %i on when the note is there', async (frame) => {
    const { channels } = await renderNotes(piano, `${frame} 90 3c 64\n`, frames);
    const [left = new Float32Array()] = channels;
    const first = firstSound(left);
    expect(first).toBeGreaterThanOrEqual(frame);
    // The sample of the piano begins with a few that are zero; later than that would be a block too late.
    expect(first).toBeLessThan(frame + 8);
  });

  test('plays the same whatever the frame, so no note waits for the next block', async () => {
    const at = async (frame: number) =>
      (await renderNotes(piano, `${frame} 90 3c 64\n`, frames)).channels[0]?.subarray(frame, frame + 4096);
    expect(await at(1337)).toEqual(await at(1280));
  });
});

describe('a bundle that LV2_PATH does not name', () => {
  const ports = ['in', 'out'].map(
    (name, i) =>
      `[ a lv2:AudioPort, lv2:${i === 0 ? 'Input' : 'Output'}Port ; lv2:index ${i} ; lv2:symbol "${name}" ; lv2:name "${name}" ]`,
  );
  const prefixes =
    '@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n@prefix doap: <http://usefulinc.com/ns/doap#> .\n' +
    '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n';
  const uri = 'urn:omx-e2e:alias';

  test('is taken in and forgotten by verb; what it cannot give is refused with a reason', async () => {
    const worker = await startWorker({ kind: 'file' });
    const bundle = join(worker.runDir, 'some bundle #1.lv2');
    try {
      await mkdir(bundle);
      await writeFile(
        join(bundle, 'manifest.ttl'),
        `${prefixes}<${uri}> a lv2:Plugin ; lv2:binary <absent.so> ; doap:name "Alias" ; lv2:port ${ports.join(', ')} .\n`,
      );
      await expect(worker.say('add', `lv2:${uri}`, 0, clientName)).rejects.toThrow(/holds urn:omx-e2e:alias/);
      await worker.say('bundle_add', bundle);
      await expect(worker.say('add', `lv2:${uri}`, 0, clientName)).rejects.toThrow(/absent\.so/);
      await worker.say('bundle_remove', bundle);
      await expect(worker.say('add', `lv2:${uri}`, 0, clientName)).rejects.toThrow(/holds urn:omx-e2e:alias/);
      await expect(worker.say('bundle_remove', bundle)).rejects.toThrow(/bundle/);
      await worker.say('add', 'urn:zamaudio:ZamTube', 0, clientName);
    } finally {
      await worker.end();
    }
  });
});

test('presets are listed, loaded by URI, saved as a bundle and loaded from it', async () => {
  const worker = await startWorker({ kind: 'file' });
  try {
    await worker.say('add', 'http://drobilla.net/plugins/mda/EPiano', 0, clientName);
    const presets: PresetInfo[] = JSON.parse(await worker.say('presets', 0));
    const bright = presets.find(({ label }) => label === 'Bright');
    await worker.say('param_set', 0, 'treble_boost', 0.125);
    const bundle = join(worker.runDir, 'of mine.lv2');
    await worker.say('preset_save', 0, 'Of mine', bundle);
    await worker.say('preset_load', 0, bright?.uri ?? '');
    expect(Number(await worker.say('param_get', 0, 'treble_boost'))).not.toBe(0.125);
    await worker.say('preset_load', 0, bundle);
    expect(Number(await worker.say('param_get', 0, 'treble_boost'))).toBe(0.125);
    await expect(worker.say('preset_load', 0, 'urn:nowhere')).rejects.toThrow(
      /there is no preset urn:nowhere/,
    );
  } finally {
    await worker.end();
  }
});

test('CLAP and LV2 of one plugin sound the same', async () => {
  const left = sine(rate / 2, 220, rate);
  const through = (uri: string) =>
    offline({ rate, channels: [left, left] }, async (worker) => {
      await worker.say('add', uri, 0, clientName);
      const ports: { symbol: string; direction: string }[] = JSON.parse(await worker.say('port_info', 0));
      const of = (direction: string) => ports.filter((it) => it.direction === direction).slice(0, 2);
      await worker.wire([
        ...of('input').map(({ symbol }, i): [string, string] => [
          `${clientName}:in_${i + 1}`,
          `effect_0:${symbol}`,
        ]),
        ...of('output').map(({ symbol }, i): [string, string] => [
          `effect_0:${symbol}`,
          `${clientName}:out_${i + 1}`,
        ]),
      ]);
    });
  const lv2 = await through('lv2:urn:zamaudio:ZamGateX2');
  const clap = await through('clap:/usr/lib/clap/ZamGateX2.clap#com.zamaudio.ZamGateX2');
  expect(lv2.channels).toEqual(clap.channels);
});

describe('the command line', () => {
  let cli: CommandLine;
  let bundles: string;
  beforeAll(async () => {
    bundles = await privateFolder();
    await symlink('/usr/lib/lv2/ZamTube.lv2', join(bundles, 'ZamTube.lv2'));
    cli = await CommandLine.open({ LV2_PATH: bundles });
  });
  afterAll(async () => {
    await cli.close();
    await rm(bundles, { recursive: true });
  });

  test('lists both formats, or one', async () => {
    const { plugins } = await cli.json<{ plugins: readonly Plugin[] }>('plugins', 'ZamTube');
    expect(plugins.map(({ format }) => format)).toEqual(['clap', 'lv2']);
    const lv2 = await cli.json<{ plugins: readonly Plugin[] }>('plugins', '--format', 'lv2', 'ZamTube');
    expect(lv2.plugins.map(({ id }) => id)).toEqual(['urn:zamaudio:ZamTube']);
  });

  test('says which way a plugin takes and why', async () => {
    interface Way {
      readonly way: string;
      readonly uri: string;
      readonly twins: readonly string[];
    }
    const clap = await cli.json<Way>('plugins', '--why', 'ZamTube');
    expect(clap.way).toBe('clap');
    expect(clap.twins).toEqual(['lv2:urn:zamaudio:ZamTube']);
    const lv2 = await cli.json<Way>('plugins', '--why', 'urn:zamaudio:ZamTube');
    expect(lv2).toMatchObject({ way: 'adapter', uri: 'lv2:urn:zamaudio:ZamTube', twins: [clap.uri] });
    const { code, stderr } = await cli.run('plugins', '--why', 'urn:nowhere');
    expect(code).toBe(4);
    expect(stderr).toContain('No plugin matches "urn:nowhere"');
  });

  test('renders through an LV2 plugin', async () => {
    const input = join(cli.folder, 'in.wav');
    const output = join(cli.folder, 'out.wav');
    const left = sine(rate / 2, 220, rate);
    await writeWave(input, { rate, channels: [left, left] });
    await cli.json('render', input, '-o', output, '--chain', 'lv2:ZamTube', '--format', 'float');
    expect(firstSound((await readWave(output)).channels[0] as Float32Array)).toBeGreaterThanOrEqual(0);
    await rm(output);
  });
});

test('random deeds to random plugins: no crash but those that a plugin is blamed for, no leak', async () => {
  const cli = await CommandLine.open({ LV2_PATH: '/usr/lib/lv2' });
  try {
    const { code, stdout } = await cli.run('soak', 'lv2', '--minutes', '0.25', '--seed', '1', '--json');
    const { bars } = JSON.parse(stdout) as {
      bars: readonly { readonly name: string; readonly holds: boolean }[];
    };
    expect(bars.filter(({ holds }) => !holds)).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await cli.close();
  }
});
