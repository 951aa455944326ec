import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash, fingerprint, sourceFiles } from '../lib/files.mjs';
import { parallelJobs } from './build-native.mjs';
import { withLock } from './lock.mjs';
import { npmStep } from './node-modules.mjs';

/** @param {(folder: string) => void | Promise<void>} work */
async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-hostd-steps-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('what npm has to do', () => {
  it.each([
    [{ present: true, stamp: 'a', wanted: 'a', ci: false }, 'nothing'],
    [{ present: true, stamp: 'a', wanted: 'b', ci: false }, 'install'],
    [{ present: true, stamp: 'a', wanted: 'b', ci: true }, 'ci'],
    [{ present: false, stamp: '', wanted: 'b', ci: false }, 'ci'],
  ])('%o → %s', (state, step) => {
    expect(npmStep(state)).toBe(step);
  });
});

describe('how many compilers run at once', () => {
  it('is one per core when there is memory enough', () => expect(parallelJobs(4, 8e9)).toBe(4));
  it('is what fits into a small memory', () => expect(parallelJobs(4, 2e9)).toBe(2));
  it('is never none', () => expect(parallelJobs(4, 2e8)).toBe(1));
});

describe('fingerprints of sources', () => {
  it('leave build products out', () =>
    inFolder((folder) => {
      writeFileSync(join(folder, 'a.ts'), 'one');
      writeFileSync(join(folder, 'dist'), 'made');
      expect(sourceFiles(folder, '.')).toEqual(['a.ts']);
      expect(sourceFiles(folder, 'absent')).toEqual([]);
    }));

  it('change when a file is added, changed or removed', () =>
    inFolder((folder) => {
      writeFileSync(join(folder, 'a.ts'), 'one');
      const first = fingerprint(folder, ['a.ts', 'b.ts']);
      expect(fingerprint(folder, ['a.ts', 'b.ts'])).toBe(first);
      writeFileSync(join(folder, 'b.ts'), '');
      const second = fingerprint(folder, ['a.ts', 'b.ts']);
      expect(second).not.toBe(first);
      const hash = contentHash(folder, ['a.ts']);
      writeFileSync(join(folder, 'a.ts'), 'three');
      expect(fingerprint(folder, ['a.ts', 'b.ts'])).not.toBe(second);
      expect(contentHash(folder, ['a.ts'])).not.toBe(hash);
    }));
});

describe('the lock of set-up', () => {
  it('lets one in at a time and says whom it waits for', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'lock');
      /** @type {string[]} */
      const order = [];
      const first = withLock(
        path,
        () => {},
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          order.push('first');
        },
      );
      const second = withLock(
        path,
        (pid) => order.push(`waiting for ${pid}`),
        async () => void order.push('second'),
      );
      await Promise.all([first, second]);
      expect(order).toEqual([`waiting for ${process.pid}`, 'first', 'second']);
      expect(existsSync(path)).toBe(false);
    }));

  it('is taken over from a process that is no more', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'lock');
      writeFileSync(path, '999999999');
      const waits = /** @type {number[]} */ ([]);
      expect(
        await withLock(
          path,
          (pid) => waits.push(pid),
          async () => 'done',
        ),
      ).toBe('done');
      expect(waits).toEqual([]);
    }));
});
