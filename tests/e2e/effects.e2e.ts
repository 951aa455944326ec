// Our effects through real hosts: CLAP and LV2 in our worker, LV2 in lilv's lv2apply. The same bits.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDir, repositoryRoot } from '@plugin-hostd/host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandLine } from './support/cli.js';
import { run } from './support/processes.js';
import { readWave, writeWave } from './support/wave.js';
import { clientName, offline, ownEffect, stereo, type TestWorker } from './support/workers.js';

interface Effect {
  readonly name: string;
  readonly lv2: { readonly stereo: string };
  readonly hasLatency: boolean;
  readonly presets: readonly { readonly name: string }[];
  readonly ports: readonly { readonly isSideChain: boolean }[];
  readonly params: readonly {
    readonly symbol: string;
    readonly min: number;
    readonly max: number;
    readonly step: number;
  }[];
}

const seed = 20_240_501;
const rates = [44_100, 48_000, 96_000, 192_000];

let cli: CommandLine;
let effects: readonly Effect[];
beforeAll(async () => {
  cli = await CommandLine.open({ LV2_PATH: join(buildDir(), 'lv2') });
  const text = await readFile(join(repositoryRoot, 'plugins', 'generated', 'effects.json'), 'utf8');
  effects = JSON.parse(text).effects;
});
afterAll(() => cli.close());

/** Numbers from 0 to 1, the same in every run (Park and Miller, 1988). */
function randomNumbers(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function noise(frames: number, random: () => number): Float32Array {
  return Float32Array.from({ length: frames }, () => 0.2 * (random() - 0.5));
}

/** A setting for every parameter, as it is typed. */
function randomSettings({ params }: Effect, random: () => number): [symbol: string, value: string][] {
  return params.map(({ symbol, min, max, step }) => {
    const value = min + random() * (max - min);
    const onStep = step > 0 ? min + Math.round((value - min) / step) * step : value;
    return [symbol, String(Number(Math.min(Math.max(onStep, min), max).toPrecision(5)))];
  });
}

type Settings = readonly (readonly [symbol: string, value: string])[];

async function playHere(plugin: string, input: string, settings: Settings): Promise<readonly Float32Array[]> {
  const output = join(cli.folder, 'here.wav');
  const chain = [plugin, ...settings.map(([symbol, value]) => `${symbol}=${value}`)].join(' ');
  await cli.json('render', input, '-o', output, '--chain', chain, '--tail', '0.1', '--format', 'float');
  return (await readWave(output)).channels;
}

async function playByLv2apply(
  effect: Effect,
  input: string,
  settings: Settings,
): Promise<readonly Float32Array[]> {
  const output = join(cli.folder, 'lv2apply.wav');
  const controls = settings.flatMap(([symbol, value]) => ['-c', symbol, value]);
  const env = { LV2_PATH: `${join(buildDir(), 'lv2')}:/usr/lib/lv2` };
  const words = ['-i', input, '-o', output, ...controls, effect.lv2.stereo];
  const { code, stderr } = await run('lv2apply', words, { env });
  if (code !== 0) throw new Error(`lv2apply ${words.join(' ')}: ${code}: ${stderr}`);
  return (await readWave(output)).channels;
}

/** The worker's guard stops at +24 dBFS; what is louder is equal here. */
const guarded = (sample: number | undefined) => Math.max(-15, Math.min(15, sample ?? Number.NaN));

/** Whether the second signal is the first, `late` frames later. */
function isSame(a: readonly Float32Array[], b: readonly Float32Array[], late: number): boolean {
  const frames = (b[0]?.length ?? 0) - late;
  if (frames <= 0) return false;
  for (let i = 0; i < frames; i++) {
    if ([0, 1].some((c) => guarded(a[c]?.[i]) !== guarded(b[c]?.[i + late]))) return false;
  }
  return true;
}

/** How late the second signal is, which our render takes off; undefined when it is another signal. */
function lateness(
  effect: Effect,
  a: readonly Float32Array[],
  b: readonly Float32Array[],
): number | undefined {
  const longest = effect.hasLatency ? 4096 : 0;
  for (let late = 0; late <= longest; late++) if (isSame(a, b, late)) return late;
  return undefined;
}

test('the list of plugins shows them all, in both formats', async () => {
  interface Listing {
    readonly plugins: readonly { readonly name: string; readonly format: string }[];
  }
  const listed = async (format: string) => {
    const { plugins } = await cli.json<Listing>('plugins', 'omx-', '--format', format);
    return plugins.map(({ name }) => name).sort();
  };
  const names = effects.map(({ name }) => name).sort();
  expect(names).toHaveLength(9);
  expect(await listed('clap')).toEqual(names);
  expect(await listed('lv2')).toEqual(names.flatMap((name) => [name, `${name} (mono)`]));
});

describe.each(rates)('at %i Hz', (rate) => {
  test('all hosts and formats play the same bits', async () => {
    const random = randomNumbers(seed + rate);
    for (const effect of effects) {
      const sound = [noise(rate / 10, random), noise(rate / 10, random)];
      const silence = new Float32Array(rate / 10);
      const stereo = join(cli.folder, 'stereo.wav');
      const withSideChain = join(cli.folder, 'four.wav');
      await writeWave(stereo, { rate, channels: sound });
      // lv2apply feeds the channels of the file to all inputs in turn; our render leaves the side chain open.
      await writeWave(withSideChain, { rate, channels: [...sound, silence, silence] });
      const settings = randomSettings(effect, random);
      const hasSideChain = effect.ports.some((port) => port.isSideChain);
      const clap = await playHere(effect.name, stereo, settings);
      const here = await playHere(effect.lv2.stereo, stereo, settings);
      const there = await playByLv2apply(effect, hasSideChain ? withSideChain : stereo, settings);
      const about = `${effect.name} ${settings.map((pair) => pair.join('=')).join(' ')}`;
      expect(
        clap[0]?.some((sample) => sample !== 0),
        about,
      ).toBe(true);
      expect(isSame(clap, here, 0), `in LV2 here: ${about}`).toBe(true);
      expect(lateness(effect, clap, there), `by lv2apply: ${about}`).toBeDefined();
    }
  });
});

describe('a bypassed effect', () => {
  test('plays its input to the bit, as late as the effect: the render, which takes that off, gives it back', async () => {
    const random = randomNumbers(seed + 1);
    const sound = [noise(9600, random), noise(9600, random)];
    for (const { name } of effects) {
      const build = async (worker: TestWorker) => {
        await worker.say('add', ownEffect(name), 0, clientName);
        await worker.say('bypass', 0, 1);
        await worker.wire([...stereo('in', 0), ...stereo(0, 'out')]);
      };
      const { channels } = await offline({ rate: 48_000, channels: sound }, build, 0);
      expect(isSame(sound, channels, 0), name).toBe(true);
    }
  });
});

describe('sixteen effects in a chain', () => {
  const sixteen = (settings: (name: string) => string) => {
    const names = effects.map(({ name }) => name);
    return [...names, ...names.filter((name) => name !== 'omx-drive').slice(0, 7)]
      .map((name) => `${name} ${settings(name)}`.trim())
      .join(' | ');
  };

  test('that do nothing give the input back to the bit: latencies are taken off', async () => {
    const neutral: Readonly<Record<string, string>> = {
      'omx-comp': 'ratio=1',
      'omx-deesser': 'threshold=0',
      'omx-eq8': '',
      'omx-geq': '',
    };
    const random = randomNumbers(seed + 2);
    const sound = [noise(9600, random), noise(9600, random)];
    const input = join(cli.folder, 'sixteen.wav');
    const output = join(cli.folder, 'sixteen-out.wav');
    await writeWave(input, { rate: 48_000, channels: sound });
    const chain = sixteen((name) => neutral[name] ?? 'mix=0');
    await cli.json('render', input, '-o', output, '--chain', chain, '--format', 'float');
    expect(isSame(sound, (await readWave(output)).channels, 0)).toBe(true);
  });

  test('play a voice: it stays below full scale and is heard', async () => {
    interface Report {
      readonly peakDb: number;
      readonly loudnessLufs: number;
    }
    const output = join(cli.folder, 'voice.wav');
    const voice = '/usr/share/sounds/alsa/Front_Center.wav';
    const report = await cli.json<Report>(
      'render',
      voice,
      '-o',
      output,
      '--chain',
      sixteen(() => ''),
    );
    expect(report.peakDb).toBeLessThan(0);
    expect(report.loudnessLufs).toBeGreaterThan(-50);
  });
});

describe('presets', () => {
  /** Noise through a fresh instance with a preset. */
  async function playPreset(plugin: string, preset: string, sound: readonly Float32Array[]) {
    const env = { LV2_PATH: join(buildDir(), 'lv2') };
    const build = async (worker: TestWorker) => {
      await worker.say('add', plugin, 0, clientName);
      await worker.say('preset_load', 0, preset);
      await worker.wire([...stereo('in', 0), ...stereo(0, 'out')]);
    };
    return (await offline({ rate: 48_000, channels: sound }, build, 0, env)).channels;
  }

  test('are the same settings in both formats', async () => {
    const random = randomNumbers(seed);
    const sound = [noise(9600, random), noise(9600, random)];
    for (const { name, lv2, presets } of effects) {
      const [first, second] = presets.map((preset) =>
        preset.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
      );
      const clap = await playPreset(ownEffect(name), `#${first}`, sound);
      const other = await playPreset(ownEffect(name), `#${second}`, sound);
      const here = await playPreset(`lv2:${lv2.stereo}`, `${lv2.stereo}:preset:${first}`, sound);
      expect(isSame(clap, here, 0), `${name} ${first}`).toBe(true);
      expect(isSame(clap, other, 0), `${name} ${first} and ${second}`).toBe(false);
    }
  });
});
