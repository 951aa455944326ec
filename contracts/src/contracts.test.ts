import { expect, test } from 'vitest';
import { errorOfWire, errors, failure } from './errors.js';
import {
  bucketFloorNs,
  clientRecord,
  headerRecord,
  histogramBuckets,
  instanceRecord,
  layout,
  statusLayout,
} from './status-page.js';
import { usage } from './verbs.js';

test('wire codes are unique and lead back to their error', () => {
  const codes = Object.values(errors).map((e) => e.wire);
  expect(new Set(codes).size).toBe(codes.length);
  expect(errorOfWire(-101)).toBe('plugin_not_found');
  expect(errorOfWire(-12345)).toBe('internal');
});

test('a failure names the thing and the next step', () => {
  const text = failure('plugin_not_found', { plugin: 'Zam' });
  expect(text.message).toBe('No plugin matches "Zam".');
  expect(text.hint).toContain('plugin-hostd plugins');
});

test('fields are aligned to their size and records to cache lines', () => {
  for (const record of [headerRecord, clientRecord, instanceRecord]) {
    const { fields, bytes } = layout(record);
    expect(bytes % 64).toBe(0);
    for (const f of fields.filter((field) => field.type === 'u64')) expect(f.offset % 8).toBe(0);
  }
  expect(statusLayout.clientsOffset % 64).toBe(0);
});

test('histogram buckets: 16 ns begins octave 4, four steps each', () => {
  expect(bucketFloorNs(0)).toBe(0);
  expect(bucketFloorNs(1)).toBe(20);
  expect(bucketFloorNs(4)).toBe(32);
  expect(bucketFloorNs(7)).toBe(56);
  expect(bucketFloorNs(histogramBuckets - 1)).toBe(2 ** 29 * 1.75);
});

test('usage shows optional arguments in brackets', () => {
  expect(usage('add')).toBe('add <uri> <instance> [client] [layout] [placement]');
});
