import { EventEmitter } from 'node:events';
import type { Top } from '@plugin-hostd/contracts';
import { expect, test } from 'vitest';
import { fit } from './fit.js';
import { meter } from './meter.js';
import { type KeyInput, openScreen } from './screen.js';
import { topLine, topLines } from './top-text.js';

const server = {
  kind: 'dummy' as const,
  name: 'x',
  description: 'a private JACK server',
  sampleRate: 48000,
  period: 256,
  embedded: true,
};

const top: Top = {
  periodUs: 5333.3,
  workers: [{ name: 'vocals', pid: 4242, pssBytes: 12_300_000, switchesPerSecond: 187.5, cpuPercent: 1.24 }],
  clients: [
    {
      name: 'vocals',
      worker: 'vocals',
      cycles: 187,
      lateCycles: 2,
      missedCycles: 1,
      xruns: 0,
      p50Us: 41.2,
      p99Us: 60.1,
      maxUs: 188.4,
      sharePercent: 0.77,
    },
  ],
  instances: [
    {
      instance: 0,
      name: 'ZamCompX2',
      client: 'vocals',
      asleep: false,
      bypassed: true,
      inputPeaksDb: [-12.04, null],
      outputPeaksDb: [-18, -6],
      nonfiniteBlocks: 0,
      clampedBlocks: 3,
      p50Us: 3.14,
      p99Us: 4,
      maxUs: 9.99,
      sharePercent: 0.06,
    },
  ],
};

test('the view names server, workers, clients and instances with their figures under their titles', () => {
  const lines = topLines(top, server);
  expect(lines[0]).toBe('a private JACK server   48000 Hz   256 frames (5.33 ms)');
  const worker = lines.find((line) => line.includes('4242'));
  expect(worker?.split(/ {2,}/)).toEqual(['vocals', '4242', '12.3 MB', '188', '1.2 %']);
  const client = lines.find((line) => line.includes('41.2'));
  expect(client?.split(/ {2,}/)).toEqual(['vocals', '41.2', '60.1', '188', '0.77 %', '2', '1']);
  const instance = lines.find((line) => line.includes('ZamCompX2'));
  expect(instance).toContain('-12.0     -');
  expect(instance).toContain('-18.0  -6.0');
  expect(instance).toContain('bypassed, 3 blocks clamped');
  const titles = lines.find((line) => line.startsWith('client'));
  expect(titles?.indexOf('p50 µs')).toBe((client?.indexOf('41.2') ?? 0) - 'p50 µs'.length + '41.2'.length);
});

test('a narrow terminal loses the input levels first, then the meter', () => {
  const titles = (width: number) =>
    topLines(top, server, width).find((line) => line.startsWith('client')) ?? '';
  expect(titles(200)).toMatch(/missed {2}in dB +out dB +output$/);
  expect(titles(95)).toMatch(/missed {2}out dB +output$/);
  expect(titles(80)).toMatch(/missed {2}out dB$/);
});

test('a line for a log has it all', () => {
  expect(topLine(top, new Date('2026-01-02T03:04:05Z'))).toBe(
    '03:04:05 vocals: 41.2/60.1/188 µs p50/p99/max, 0.77 % of the period, 2 late, 1 missed; ZamCompX2 3.14 µs -6.0 dB',
  );
});

test('nothing loaded is said, not shown as an empty table', () => {
  const empty = { ...top, workers: [], clients: [], instances: [] };
  expect(topLines(empty, null)).toEqual(['no audio server', '', 'Nothing is loaded.']);
});

test('the meter spans -60 to 0 dB in twelve cells of eight steps', () => {
  expect(meter(0)).toBe('█'.repeat(12));
  expect(meter(12)).toBe('█'.repeat(12));
  expect(meter(-30)).toBe(`${'█'.repeat(6)}      `);
  // -27.5 dB is 32.5 of 60 dB: 6.5 cells.
  expect(meter(-27.5)).toBe(`${'█'.repeat(6)}▌     `);
  expect(meter(-60)).toBe(' '.repeat(12));
  expect(meter(null)).toBe(' '.repeat(12));
});

test('lines are cut to the terminal, and the last row says how many are left out', () => {
  expect(fit(['abcdef', '音音音', 'c', 'd'], 5, 3)).toEqual(
    ['abcde', '音音', '... 2'].map((line) => line.slice(0, 5)),
  );
  expect(fit(['a', 'b'], 5, 2)).toEqual(['a', 'b']);
});

class FakeInput extends EventEmitter implements KeyInput {
  raw = false;
  setRawMode(raw: boolean): void {
    this.raw = raw;
  }
  resume(): void {}
  pause(): void {}
}

test('the terminal is taken with raw keys, redrawn at a resize, and given back once', () => {
  const output = Object.assign(new EventEmitter(), { columns: 10, rows: 5, isTTY: true, written: '' });
  const write = (text: string) => (output.written += text);
  const input = new FakeInput();
  const keys: string[] = [];
  const screen = openScreen(Object.assign(output, { write }), input, (key) => keys.push(key));
  expect(output.written).toContain('\x1b[?1049h');
  expect(input.raw).toBe(true);
  screen.draw((columns) => [`${columns}23456789abc`]);
  expect(output.written).toContain('1023456789\x1b[K');
  output.written = '';
  output.columns = 4;
  output.emit('resize');
  expect(output.written).toContain('4234\x1b[K');
  input.emit('data', Buffer.from('q'));
  expect(keys).toEqual(['q']);
  output.written = '';
  screen.close();
  screen.close();
  expect(output.written.split('\x1b[?1049l')).toHaveLength(2);
  expect(output.written).toContain('\x1b[?25h');
  expect(input.raw).toBe(false);
  output.emit('resize');
  input.emit('data', Buffer.from('q'));
  expect(keys).toEqual(['q']);
});
