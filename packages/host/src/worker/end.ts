import type { WorkerConnection } from '../wire/connection.js';
import type { WorkerDeath } from './death.js';
import { removeWorkerFiles } from './launch.js';
import type { Worker } from './worker.js';

const endLimitMs = 2000;

/** Kills a process; that it is gone already is as good. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** Asks a worker to end, kills it when it does not within two seconds; resolves when it is gone and its files are removed. */
export async function endWorker(
  worker: Pick<Worker, 'death' | 'files' | 'kill'>,
  connection: WorkerConnection,
): Promise<WorkerDeath> {
  void connection.command('quit');
  const timer = setTimeout(() => worker.kill(), endLimitMs);
  const death = await worker.death;
  clearTimeout(timer);
  removeWorkerFiles(worker.files);
  return death;
}
