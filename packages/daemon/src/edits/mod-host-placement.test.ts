import { expect, test } from 'vitest';
import { Graph } from '../graph/graph.js';
import { testPlugin } from '../testing.js';
import { aroundModHost, checkModHost, freeClient } from './mod-host-placement.js';
import { newEntry } from './new-entry.js';

const own = testPlugin('own');
const refused = { ...testPlugin('refused'), refusal: 'it requires x' };
const chain = { name: 'main', mode: 'grouped', channels: 2, instances: [0, 1, 2, 3], home: 'main' } as const;
const place = (plugins: readonly (typeof own)[], chosen: ReadonlyMap<number, string> = new Map()) =>
  [...aroundModHost(new Graph(), { ...chain, instances: plugins.map((_, i) => i) }, plugins, chosen)].sort();

test('a chain without plugins for mod-host is placed as ever', () => {
  expect(place([own, own])).toEqual([]);
});

test('what follows a plugin in mod-host is in a client of its own, as no signal may come back', () => {
  expect(place([own, refused, own, own])).toEqual([
    [0, 'main'],
    [1, 'effect_1'],
    [2, 'main-2'],
    [3, 'main-2'],
  ]);
  expect(place([refused, refused, own])).toEqual([
    [0, 'effect_0'],
    [1, 'effect_1'],
    [2, 'main-2'],
  ]);
});

test('clients that the user chose stay', () => {
  expect(place([own, refused, own], new Map([[2, 'mine']]))).toEqual([
    [0, 'main'],
    [1, 'effect_1'],
    [2, 'mine'],
  ]);
});

test('a free client is one that no chain and no other instance has', () => {
  const graph = new Graph();
  graph.chains.set('main-2', { ...chain, instances: [], name: 'main-2', home: 'main-2' });
  expect(freeClient(graph, 'main')).toBe('main-3');
  expect(freeClient(graph, 'main', new Set(['main-3']))).toBe('main-4');
});

test('a plugin that needs no mod-host is never refused for the want of it', () => {
  expect(checkModHost(own)).toEqual({ ok: true, value: own });
});

test('in a bridged chain it is not bridged: it has a process of its own already', () => {
  const bridged = { ...chain, mode: 'bridged' as const, instances: [0, 1] };
  expect(newEntry(bridged, 0, own, 'main').bridged).toBe(true);
  expect(newEntry(bridged, 1, refused, 'effect_1').bridged).toBe(false);
});
