import { expectOk } from '@plugin-hostd/base';
import { expect, test } from 'vitest';
import { readSettings, settingsOptions, settingsWords, variableOf } from './settings.js';

const runDir = '/run/test';

test('an option wins over the environment, and that over the default', () => {
  const environment = { OMX_SAMPLE_RATE: '96000', OMX_PERIOD: '64' };
  const settings = expectOk(readSettings({ runDir, period: '128' }, environment));
  expect(settings.sampleRate).toBe(96000);
  expect(settings.period).toBe(128);
  expect(settings.server).toBe('auto');
  expect(settings.host).toBe('127.0.0.1');
});

test.each([
  ['period', '8', '--period = 8 is out of range (from 16 to 8192).'],
  ['period', 'many', '--period = many is out of range (from 16 to 8192).'],
  ['server', 'windows', '--server = windows is out of range (auto, jack, pipewire, alsa, dummy).'],
  ['restartLimit', '-1', '--restart-limit = -1 is out of range (0 or more).'],
] as const)('%s = %s is refused with its range', (key, word, message) => {
  const result = readSettings({ runDir, [key]: word }, {});
  expect(!result.ok && result.error.message).toBe(message);
});

test('words give another start the same settings', () => {
  const settings = expectOk(readSettings({ runDir, server: 'dummy', sampleRate: '44100' }, {}));
  const words = settingsWords(settings);
  const given: Record<string, string> = { runDir };
  for (const key of Object.keys(settingsOptions)) {
    const flag = `--${variableOf(key).slice('OMX_'.length).toLowerCase().replaceAll('_', '-')}`;
    given[key] = words[words.indexOf(flag) + 1] ?? '';
  }
  expect(expectOk(readSettings(given, {}))).toEqual(settings);
});
