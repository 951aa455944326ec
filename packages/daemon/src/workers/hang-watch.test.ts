import type { ClientStatus, StatusPage } from '@plugin-hostd/host';
import { expect, test } from 'vitest';
import { stuckCall } from './hang-watch.js';

function page(cycles: number, instance: number | null): StatusPage {
  const client: ClientStatus = {
    index: 0,
    name: 'v',
    sampleRate: 48_000,
    blockFrames: 256,
    cycles,
    busyNs: 0,
    busyMaxNs: 0,
    lateCycles: 0,
    missedCycles: 0,
    xruns: 0,
    blame: instance === null ? null : { instance, call: 'process' },
    latencyFrames: 0,
    thread: 1,
    histogram: [],
  };
  return { pid: 1, startNs: 0, controlBlame: null, crash: null, clients: [client], instances: [] };
}

test('an audio thread in the same call of the same cycle is stuck there', () => {
  expect(stuckCall(page(7, 3), page(7, 3))).toEqual({ cycles: 7, instance: 3, call: 'process' });
});

test('one that goes on, is in another call, or in none is not', () => {
  expect(stuckCall(page(7, 3), page(8, 3))).toBeNull();
  expect(stuckCall(page(7, 3), page(7, 4))).toBeNull();
  expect(stuckCall(page(7, null), page(7, null))).toBeNull();
  expect(stuckCall({ ...page(7, 3), clients: [] }, page(7, 3))).toBeNull();
});
