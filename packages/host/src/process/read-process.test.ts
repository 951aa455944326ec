import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processAlive, readProcess } from './read-process.js';

/** Makes a proc tree with one process of two threads. */
function fakeProc(): string {
  const root = mkdtempSync(join(tmpdir(), 'omx-proc-'));
  const stat = '42 (a (strange) name) S 1 42 42 0 -1 0 0 0 0 0 7 3 0 0 20 0 2 0 100';
  const write = (path: string, text: string) => writeFileSync(join(root, '42', path), text);
  for (const thread of ['42', '43']) mkdirSync(join(root, '42', 'task', thread), { recursive: true });
  write('stat', stat);
  write('smaps_rollup', 'Rss:  100 kB\nPss:    12 kB\nPss_Dirty:   4 kB\n');
  write('task/42/status', 'voluntary_ctxt_switches:\t5\nnonvoluntary_ctxt_switches:\t1\n');
  write('task/43/status', 'voluntary_ctxt_switches:\t20\nnonvoluntary_ctxt_switches:\t2\n');
  return root;
}

test('switches are summed over all threads, the two kinds apart; CPU time comes from stat where there is no schedstat', async () => {
  const root = fakeProc();
  try {
    expect(await readProcess(42, root)).toEqual({
      pid: 42,
      pssBytes: 12 * 1024,
      voluntarySwitches: 25,
      involuntarySwitches: 3,
      cpuNs: 100_000_000,
      threads: 2,
    });
    writeFileSync(join(root, '42/task/42/schedstat'), '1000 1 1');
    writeFileSync(join(root, '42/task/43/schedstat'), '500 1 1');
    expect((await readProcess(42, root))?.cpuNs).toBe(1500);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('our own process has memory, threads and CPU time', async () => {
  const reading = await readProcess(process.pid);
  expect(reading?.pssBytes).toBeGreaterThan(1e6);
  expect(reading?.threads).toBeGreaterThan(1);
  expect(reading?.cpuNs).toBeGreaterThan(0);
  expect(await processAlive(process.pid)).toBe(true);
});

test('a process that does not exist is null', async () => {
  expect(await readProcess(42, '/nowhere')).toBeNull();
  expect(await processAlive(42, '/nowhere')).toBe(false);
});
