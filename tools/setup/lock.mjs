import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const retryMs = 200;
/** A lock file that names nobody after this time was cut off while it was written. */
const namelessMs = 5000;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * The process that holds a lock, and whether it still does.
 * @param {string} path
 */
function holder(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    const holds = pid > 0 ? isAlive(pid) : Date.now() - statSync(path).mtimeMs < namelessMs;
    return { pid, holds };
  } catch {
    return { pid: 0, holds: true }; // It is being given back just now.
  }
}

/**
 * Do some work while no other process does the same: two set-ups at once would spoil each other's builds.
 * @template T
 * @param {string} path the lock file; one left by a dead process is taken over
 * @param {(pid: number) => void} onWait called once when another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, onWait, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = false; ; ) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const { pid, holds } = holder(path);
    if (!holds) rmSync(path, { force: true });
    else {
      if (!waited) onWait(pid);
      waited = true;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
