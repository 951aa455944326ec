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
