import { expectOk } from '@plugin-hostd/base';
import { expect, test } from 'vitest';
import { clientAmong, place } from './place.js';

const at = (instance: number, client: string) => ({ instance, worker: client, client });
const chain = 'vocals';

test('grouped shares one worker and client, named after the chain', () => {
  const placed = expectOk(place({ mode: 'grouped', chain, instances: [4, 5] }));
  expect(placed).toEqual([at(4, 'vocals'), at(5, 'vocals')]);
});

test('bridged shares one client, as grouped does: the processes are its own', () => {
  const placed = expectOk(place({ mode: 'bridged', chain, instances: [4, 5] }));
  expect(placed).toEqual([at(4, 'vocals'), at(5, 'vocals')]);
  expect(clientAmong('bridged', chain, 6, { before: undefined, after: undefined })).toBe('vocals');
});

test('single gives each instance a worker and client named as in mod-host', () => {
  const placed = expectOk(place({ mode: 'single', chain, instances: [4, 5] }));
  expect(placed).toEqual([at(4, 'effect_4'), at(5, 'effect_5')]);
});

test('what was chosen by hand goes before the mode', () => {
  const chosen = new Map([
    [5, 'reverb'],
    [6, 'reverb'],
  ]);
  const grouped = place({ mode: 'grouped', chain, instances: [4, 5, 6], chosen });
  expect(expectOk(grouped)).toEqual([at(4, 'vocals'), at(5, 'reverb'), at(6, 'reverb')]);
  const single = place({ mode: 'single', chain, instances: [5, 6, 7], chosen });
  expect(expectOk(single)).toEqual([at(5, 'reverb'), at(6, 'reverb'), at(7, 'effect_7')]);
});

test('a signal may not come back to a client that it left', () => {
  const placed = place({ mode: 'grouped', chain, instances: [4, 5, 6], chosen: new Map([[5, 'reverb']]) });
  expect(!placed.ok && placed.error).toEqual({
    code: 'placement_cycle',
    message:
      'The plugin at position 3 cannot run in client vocals: the chain left that client before, so clients would wait for each other.',
    hint: 'Plugins of one client must stand side by side. Let this one run in client reverb, or in a new one.',
  });
});

test('a plugin that is added runs with its neighbours, so that it never closes a cycle', () => {
  expect(clientAmong('grouped', chain, 9, { before: undefined, after: undefined })).toBe('vocals');
  expect(clientAmong('grouped', chain, 9, { before: 'vocals', after: 'reverb' })).toBe('vocals');
  expect(clientAmong('grouped', chain, 9, { before: undefined, after: 'reverb' })).toBe('reverb');
  expect(clientAmong('single', chain, 9, { before: 'effect_1', after: 'effect_2' })).toBe('effect_9');
  expect(clientAmong('single', chain, 9, { before: 'reverb', after: 'reverb' })).toBe('reverb');
});
