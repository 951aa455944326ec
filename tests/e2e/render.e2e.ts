// `render`: real recordings through real plugins, without daemon or audio server.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandLine } from './support/cli.js';
import { firstSound, impulse, readWave, writeWave } from './support/wave.js';

const voice = '/usr/share/sounds/alsa/Front_Center.wav';

let cli: CommandLine;
beforeAll(async () => {
  cli = await CommandLine.open();
});
afterAll(() => cli.close());

interface Report {
  readonly frames: number;
  readonly sampleRate: number;
  readonly speed: number;
  readonly peakDb: number | null;
  readonly loudnessLufs: number | null;
}

describe('a render', () => {
  test('of a spoken recording through a third-party plugin and ours', async () => {
    const output = join(cli.folder, 'out.wav');
    const chain = 'ZamCompX2 | omx-eq8 hpf=80 | omx-delay mix=0.2';
    const report = await cli.json<Report>('render', voice, '-o', output, '--chain', chain);
    expect(report.sampleRate).toBe(48_000);
    expect(report.loudnessLufs).toBeGreaterThan(-60);
    expect(report.peakDb).toBeLessThan(24);
    expect(existsSync(output)).toBe(true);
  });

  test('of an impulse through omx-delay: the echo stands exactly where the dial says', async () => {
    const input = join(cli.folder, 'impulse.wav');
    const output = join(cli.folder, 'echo.wav');
    const left = impulse(4800, 0);
    await writeWave(input, { rate: 48_000, channels: [left, left] });
    const chain = "omx-delay time='250 ms' feedback=0 mix=1 tone=20000";
    await cli.json('render', input, '-o', output, '--chain', chain, '--tail', '1', '--format', 'float');
    const { channels } = await readWave(output);
    // 250 ms at 48 kHz are 12000 frames.
    expect(firstSound(channels[0] as Float32Array)).toBe(12_000);
  });

  test('takes the latency of the plugins off', async () => {
    const input = join(cli.folder, 'impulse.wav');
    const output = join(cli.folder, 'late.wav');
    const left = impulse(4800, 1000);
    await writeWave(input, { rate: 48_000, channels: [left, left] });
    const chain = 'org.plugin-hostd.fixture.latency';
    await cli.json('render', input, '-o', output, '--chain', chain, '--format', 'float');
    const { channels } = await readWave(output);
    expect(firstSound(channels[0] as Float32Array)).toBe(1000);
  });
});

describe('what cannot be rendered', () => {
  async function expectFailure(exit: number, ...args: string[]): Promise<string> {
    const { code, stderr } = await cli.run('render', ...args);
    expect(stderr).toMatch(/error: .+\n {2}next: .+/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(exit);
    return stderr;
  }

  test('a missing input', async () => {
    const text = await expectFailure(8, '/nowhere.wav', '-o', join(cli.folder, 'x.wav'), '-c', 'omx-eq8');
    expect(text).toContain('/nowhere.wav');
  });

  test('an input that is no sound', async () => {
    const file = join(cli.folder, 'text.wav');
    await writeFile(file, 'no sound in here\n');
    await expectFailure(8, file, '-o', join(cli.folder, 'x.wav'), '-c', 'omx-eq8');
  });

  test('an output folder that does not exist', async () => {
    await expectFailure(8, voice, '-o', join(cli.folder, 'no', 'x.wav'), '-c', 'omx-eq8');
  });

  test('a full disk: the output that was there before stays as it was', async () => {
    await expectFailure(8, voice, '-o', '/dev/full', '-c', 'omx-eq8');
  });

  test('onto its own input, which is left alone', async () => {
    const file = join(cli.folder, 'copy.wav');
    await copyFile(voice, file);
    const before = await readFile(file);
    await expectFailure(8, file, '-o', file, '-c', 'omx-eq8');
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  test('through a plugin that crashes: it is named and no part of a file is left', async () => {
    const folder = join(cli.folder, 'empty');
    await mkdir(folder);
    const text = await expectFailure(
      5,
      voice,
      '-o',
      join(folder, 'x.wav'),
      '-c',
      'org.plugin-hostd.fixture.crash-process',
    );
    expect(text).toMatch(/crashed in process/);
    expect(await readdir(folder)).toEqual([]);
  });
});
