import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Result } from '@plugin-hostd/base';
import { err } from '@plugin-hostd/base';
import { type Failure, failure, statusLayout } from '@plugin-hostd/contracts';
import { decodeStatusPage, type StatusPage } from './decode.js';

/**
 * Reads a status page with one pread. A mapping would be cheaper still, but pread never faults when the file shrinks, and a reading is
 * wanted a few times per second at most.
 */
export async function readStatusPage(path: string): Promise<Result<StatusPage, Failure>> {
  const page = Buffer.alloc(statusLayout.pageBytes);
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead } = await file.read(page, 0, page.length, 0);
      const decoded = decodeStatusPage(page.subarray(0, bytesRead));
      return decoded.ok ? decoded : err(failure('file_format', { file: path, reason: decoded.error }));
    } finally {
      await file.close();
    }
  } catch (error) {
    return err(failure('file_unreadable', { file: path, reason: (error as Error).message }));
  }
}

/** As {@link readStatusPage}, at once in this thread: the page is in memory, and a trip through Node's thread pool wakes more threads. */
export function readStatusPageSync(path: string): Result<StatusPage, Failure> {
  const page = Buffer.allocUnsafe(statusLayout.pageBytes);
  try {
    const file = openSync(path, 'r');
    try {
      const decoded = decodeStatusPage(page.subarray(0, readSync(file, page, 0, page.length, 0)));
      return decoded.ok ? decoded : err(failure('file_format', { file: path, reason: decoded.error }));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return err(failure('file_unreadable', { file: path, reason: (error as Error).message }));
  }
}
