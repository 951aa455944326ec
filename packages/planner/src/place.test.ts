import { expect, test } from 'vitest';
import { place } from './place.js';

test('grouped shares one worker and client, named after the chain', () => {
  expect(place('grouped', 'vocals', [4, 5])).toEqual([
    { instance: 4, worker: 'vocals', client: 'vocals' },
    { instance: 5, worker: 'vocals', client: 'vocals' },
  ]);
});

test('single gives each instance a worker and client named as in mod-host', () => {
  expect(place('single', 'vocals', [4, 5])).toEqual([
    { instance: 4, worker: 'effect_4', client: 'effect_4' },
    { instance: 5, worker: 'effect_5', client: 'effect_5' },
  ]);
});
