import type { DaemonEvent } from '@plugin-hostd/contracts';
import { expect, test } from 'vitest';
import { eventLine } from './event-line.js';

const cases: readonly [DaemonEvent, string][] = [
  [{ type: 'graph', reason: 'chain vocals created' }, 'graph: chain vocals created'],
  [{ type: 'latency', instance: 3, frames: 64 }, 'instance 3: latency 64 frames'],
  [{ type: 'worker', worker: 'vocals', state: 'started', reason: '' }, 'worker vocals started'],
  [
    {
      type: 'worker',
      worker: 'vocals',
      state: 'lost',
      reason: 'it crashed with signal 11',
      culprit: { instance: 2, plugin: 'Crasher', call: 'process' },
    },
    'worker vocals lost: it crashed with signal 11 (instance 2 Crasher in process)',
  ],
];

test.each(cases)('%j is a line with the time', (event, line) => {
  expect(eventLine(event, new Date('2026-01-02T03:04:05.678Z'))).toBe(`03:04:05 ${line}`);
});
