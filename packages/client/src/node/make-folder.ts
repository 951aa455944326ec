import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its user may enter, and those above it that are missing. Throws the system's error. Node's own recursive form
 * never returns where the system refuses with ENOENT, as below /proc.
 */
export function makeFolder(path: string): void {
  const parent = dirname(path);
  if (existsSync(path)) return;
  if (!existsSync(parent)) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}
