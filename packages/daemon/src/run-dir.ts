import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type DaemonFile, type Failure, fail, failure } from '@plugin-hostd/contracts';

/** When a process started, in ticks since boot: with its id it names a process for good. Empty when there is none. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** The daemon's own files in its run directory. Everything there is its user's alone. */
export class RunDir {
  readonly path: string;
  readonly #lock: string;
  readonly #daemonFile: string;
  #taken = false;

  constructor(path: string) {
    this.path = path;
    this.#lock = join(path, 'daemon.lock');
    this.#daemonFile = join(path, 'daemon.json');
  }

  /** Makes the folder and takes it; fails when a living daemon has it or when it is another user's. */
  take(): Result<void, Failure> {
    try {
      mkdirSync(this.path, { recursive: true, mode: 0o700 });
      if (statSync(this.path).uid !== process.getuid?.())
        return fail('file_unwritable', { file: this.path, reason: 'it belongs to another user' });
      const holder = this.#holder();
      if (holder !== null) return fail('daemon_running', { pid: holder });
      rmSync(this.#lock, { force: true });
      rmSync(this.#daemonFile, { force: true });
      // The first of two that start at once wins: the file is made only where there is none.
      writeFileSync(this.#lock, `${process.pid} ${startOf(process.pid)}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        return fail('daemon_running', { pid: this.#holder() ?? 'unknown' });
      return err(failure('file_unwritable', { file: this.path, reason: (error as Error).message }));
    }
    this.#taken = true;
    return ok(undefined);
  }

  /** Says how to reach the daemon. */
  publish(file: DaemonFile): Result<void, Failure> {
    try {
      writeFileSync(this.#daemonFile, `${JSON.stringify(file)}\n`, { mode: 0o600 });
      return ok(undefined);
    } catch (error) {
      return err(failure('file_unwritable', { file: this.#daemonFile, reason: (error as Error).message }));
    }
  }

  release(): void {
    if (!this.#taken) return;
    rmSync(this.#daemonFile, { force: true });
    rmSync(this.#lock, { force: true });
  }

  /** Process id of the living daemon that has the lock. */
  #holder(): number | null {
    try {
      const [pid, start] = readFileSync(this.#lock, 'utf8').trim().split(' ');
      return pid && start && startOf(Number(pid)) === start ? Number(pid) : null;
    } catch {
      return null;
    }
  }
}
