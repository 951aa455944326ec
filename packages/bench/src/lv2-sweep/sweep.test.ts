import type { Plugin } from '@plugin-hostd/contracts';
import { failure } from '@plugin-hostd/contracts';
import { describe, expect, test } from 'vitest';
import { deathOutcome, failedOutcome, type Outcome } from './outcome.js';
import { channels, noiseWave, noteLines } from './stimulus.js';
import { type Subject, sample } from './subjects.js';
import { sweepMeasurement } from './sweep-report.js';

function subject(id: string, from: string): Subject {
  return { plugin: { id, name: id } as Plugin, package: from };
}

const fine: Outcome = { verdict: 'ok', reason: '', seconds: 1 };

describe('a sample', () => {
  const all = [...'abcdef'].map((id) => subject(id, id < 'e' ? 'big' : 'small'));

  test('takes of each package in turn, none twice', () => {
    const four = sample(all, 4, 1);
    expect(four.map((it) => it.package).sort()).toEqual(['big', 'big', 'small', 'small']);
    expect(new Set(sample(all, 6, 1).map((it) => it.plugin.id)).size).toBe(6);
    expect(sample(all, 9, 1)).toHaveLength(6);
  });

  test('is the same for the same seed', () => {
    expect(sample(all, 3, 5)).toEqual(sample(all, 3, 5));
  });
});

test('noise is a WAV file of 16 bits that differs from channel to channel and stays within a quarter', () => {
  const wave = noiseWave(1, 100);
  expect(wave.length).toBe(44 + 100 * channels * 2);
  expect(wave.readUInt32LE(4)).toBe(wave.length - 8);
  const samples = Array.from({ length: 100 * channels }, (_, i) => wave.readInt16LE(44 + 2 * i));
  expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(8192); // 0.25 * 32767, rounded up
  expect(samples[0]).not.toBe(samples[1]);
});

test('each note ends before the next begins', () => {
  const frames = noteLines()
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[0]));
  expect(frames).toHaveLength(16);
  expect(frames).toEqual([...frames].sort((a, b) => a - b));
});

describe('an outcome', () => {
  const death = { exitCode: null, signal: 'SIGSEGV', hang: null };
  const crash = { signal: 11, fromOutside: false, instance: 0, call: 'process', uri: '' } as const;

  test('of a crash says whom the registers blame', () => {
    expect(deathOutcome({ ...death, crash }, 'while it played')).toEqual({
      verdict: 'crashed',
      reason: 'it crashed with signal 11 in process of a plugin (the plugin is blamed), while it played',
    });
    const nobody = deathOutcome({ ...death, crash: { ...crash, instance: null, call: 'none' } }, 'then');
    expect(nobody.reason).toContain('nobody is blamed');
  });

  test('of a hang is a time-out', () => {
    const hang = { instance: 0, call: 'activate', uri: '' } as const;
    expect(deathOutcome({ ...death, crash: null, hang }, 'then').verdict).toBe('timed out');
  });

  test('of a missing feature is a refusal', () => {
    const refused = failure('plugin_failed', { plugin: 'x', reason: 'it requires the feature urn:x' });
    expect(failedOutcome(refused, 'then').verdict).toBe('refused');
    expect(failedOutcome(failure('out_of_memory'), 'then').verdict).toBe('failed');
  });
});

test('the bar is the share that is ok, and the others are listed with the reason', () => {
  const tried = Array.from({ length: 50 }, (_, i) => ({ subject: subject(`urn:${i}`, 'p'), outcome: fine }));
  const bad: Outcome = { verdict: 'crashed', reason: 'it crashed', seconds: 1 };
  const one = [...tried.slice(1), { subject: subject('urn:bad', 'p'), outcome: bad }];
  const measured = sweepMeasurement(one, []);
  expect(measured.bars.map((bar) => [bar.value, bar.holds])).toEqual([
    [98, true],
    [100, true],
  ]);
  expect(measured.tables[1]?.rows).toEqual([['urn:bad', 'crashed', 'it crashed']]);
  const two = [...one.slice(1), { subject: subject('urn:worse', 'p'), outcome: bad }];
  expect(sweepMeasurement(two, []).bars[0]?.holds).toBe(false);
});

test("mod-host's table is there when it was asked", () => {
  const tried = [{ subject: subject('urn:a', 'p'), outcome: fine, modHost: fine }];
  expect(sweepMeasurement(tried, []).tables.map((it) => it.title)).toContain('In mod-host');
});
