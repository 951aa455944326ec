import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '@plugin-hostd/base';
import {
  bucketFloorNs,
  calls,
  clientRecord,
  headerRecord,
  histogramBuckets,
  instanceRecord,
  layout,
  type RecordSpec,
  statusLayout,
  statusMagic,
  statusVersion,
} from '@plugin-hostd/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStatusPage } from './decode.js';
import { highestNs, percentileNs } from './percentile.js';
import { readStatusPage } from './read.js';

type Values = Readonly<Record<string, number | bigint | string | readonly number[]>>;

/** Writes a record of a made-up page as a worker would. */
function write(page: Buffer, base: number, record: RecordSpec, values: Values): void {
  for (const field of layout(record).fields) {
    const value = values[field.name];
    const at = base + field.offset;
    if (value === undefined) continue;
    if (typeof value === 'string') page.write(value, at);
    else if (field.type === 'u64') page.writeBigUInt64LE(BigInt(value as number | bigint), at);
    else
      [value].flat().forEach((element, i) => {
        if (field.type === 'f32') page.writeFloatLE(Number(element), at + 4 * i);
        else page.writeUInt32LE(Number(element), at + 4 * i);
      });
  }
}

function emptyPage(): Buffer {
  const page = Buffer.alloc(statusLayout.pageBytes);
  const size = statusLayout.pageBytes;
  write(page, 0, headerRecord, { magic: statusMagic, version: statusVersion, page_bytes: size, pid: 4711 });
  return page;
}

function livePage(): Buffer {
  const page = emptyPage();
  const second = statusLayout.clientsOffset + layout(clientRecord).bytes;
  const histogram = Array.from({ length: histogramBuckets }, (_, i) => (i === 40 ? 9 : 0));
  write(page, second, clientRecord, {
    used: 1,
    name: 'vocals',
    sample_rate: 48_000,
    block_frames: 256,
    cycles: 2n ** 40n,
    blame_instance: 8,
    blame_call: calls.indexOf('process'),
    histogram,
  });
  write(page, statusLayout.instancesOffset, instanceRecord, {
    used: 1,
    instance: 7,
    client: 1,
    flags: 2,
    output_peaks: [0.5, 0.25],
  });
  return page;
}

test('records in use are decoded; registers hold the instance number + 1', () => {
  const page = expectOk(decodeStatusPage(livePage()));
  expect(page.pid).toBe(4711);
  expect(page.crash).toBeNull();
  expect(page.clients).toHaveLength(1);
  expect(page.clients[0]).toMatchObject({
    index: 1,
    name: 'vocals',
    blockFrames: 256,
    cycles: 2 ** 40,
    blame: { instance: 7, call: 'process' },
  });
  expect(page.clients[0]?.histogram[40]).toBe(9);
  expect(page.instances).toHaveLength(1);
  expect(page.instances[0]).toMatchObject({ instance: 7, client: 1, flags: 2 });
  expect(page.instances[0]?.outputPeaks.slice(0, 3)).toEqual([0.5, 0.25, 0]);
});

test('a crash record names signal, instance, call and plugin', () => {
  const page = emptyPage();
  write(page, 0, headerRecord, {
    crash_signal: 11,
    crash_instance: 1,
    crash_call: calls.indexOf('activate'),
    control_uri: 'clap:/x.clap#y',
  });
  expect(expectOk(decodeStatusPage(page)).crash).toEqual({
    signal: 11,
    fromOutside: false,
    instance: 0,
    call: 'activate',
    uri: 'clap:/x.clap#y',
  });
});

test('a page of another kind, version or size is refused with the reason', () => {
  const wrongMagic = emptyPage();
  wrongMagic.writeUInt32LE(1, 0);
  const newer = emptyPage();
  newer.writeUInt32LE(statusVersion + 1, 4);
  const reasons = [wrongMagic, newer, emptyPage().subarray(0, 100)].map((page) => {
    const decoded = decodeStatusPage(page);
    return decoded.ok ? null : decoded.error;
  });
  expect(reasons).toEqual([
    'it is not a status page',
    `its version is ${statusVersion + 1}, not ${statusVersion}`,
    'it is 100 bytes short or long',
  ]);
});

test('no bytes make the decoder throw', () => {
  const body = fc.uint8Array({ minLength: 64, maxLength: 4096 });
  fc.assert(
    fc.property(body, fc.nat(statusLayout.pageBytes - 4096), (bytes, at) => {
      const page = emptyPage();
      page.set(bytes, at);
      decodeStatusPage(page);
    }),
  );
});

test('a page is read from its file; a missing or short one is a failure that names it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'omx-status-'));
  try {
    const path = join(dir, 'w.status');
    const missing = await readStatusPage(path);
    expect(!missing.ok && missing.error.code).toBe('file_unreadable');
    writeFileSync(path, livePage());
    expect(expectOk(await readStatusPage(path)).instances[0]?.instance).toBe(7);
    writeFileSync(path, 'short');
    const short = await readStatusPage(path);
    expect(!short.ok && short.error.message).toContain(path);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('percentiles count what was added between two readings', () => {
  const none: number[] = Array.from({ length: histogramBuckets }, () => 0);
  const before = none.with(10, 1000);
  const after = before.with(20, 98).with(30, 2);
  const middle = (bucket: number) => (bucketFloorNs(bucket) + bucketFloorNs(bucket + 1)) / 2;
  expect(percentileNs(before, after, 0.5)).toBe(middle(20));
  expect(percentileNs(before, after, 0.98)).toBe(middle(20));
  expect(percentileNs(before, after, 0.99)).toBe(middle(30));
  expect(highestNs(before, after)).toBe(bucketFloorNs(31));
  expect(percentileNs(null, before, 0.5)).toBe(middle(10));
  expect(percentileNs(before, before, 0.5)).toBeNull();
});

test('a counter that wrapped still counts', () => {
  const none: number[] = Array.from({ length: histogramBuckets }, () => 0);
  expect(percentileNs(none.with(4, 0xffff_ffff), none.with(4, 1), 1)).toBe(36);
});
