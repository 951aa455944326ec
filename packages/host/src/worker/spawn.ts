import type { ChildProcess } from 'node:child_process';
import { existsSync, type FSWatcher, readFileSync, watch } from 'node:fs';
import type { Socket } from 'node:net';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import { programPath } from '../paths.js';
import { openSocket, WorkerConnection } from '../wire/connection.js';
import {
  launchWorker,
  removeWorkerFiles,
  type WorkerFiles,
  type WorkerOptions,
  workerFiles,
} from './launch.js';
import { ConnectedWorker, exitOfChild, type Worker } from './worker.js';

const startLimitMs = 10_000;

/** The last lines that a worker wrote, as a reason. */
function lastWords(files: WorkerFiles): string {
  const text = existsSync(files.log) ? readFileSync(files.log, 'utf8').trim() : '';
  return text.split('\n').slice(-3).join('; ');
}

/**
 * Resolves with a connection as soon as the worker listens. Every change in the run directory is a reason to try: the socket appears,
 * then the ready line is written to the log.
 */
function connectWhenReady(
  options: WorkerOptions,
  files: WorkerFiles,
): { socket: Promise<Socket>; stop(): void } {
  let watcher: FSWatcher | undefined;
  const socket = new Promise<Socket>((resolve) => {
    let trying = false;
    let again = false;
    const attempt = async (): Promise<void> => {
      if (trying) {
        again = true;
        return;
      }
      trying = true;
      do {
        again = false;
        const opened = existsSync(files.socket) && (await openSocket(files.socket).catch(() => null));
        if (opened) {
          watcher?.close();
          resolve(opened);
          return;
        }
      } while (again);
      trying = false;
    };
    watcher = watch(options.runDir, () => void attempt());
    void attempt();
  });
  return { socket, stop: () => watcher?.close() };
}

type Outcome = { readonly socket: Socket } | { readonly reason: string };

function failedExit(child: ChildProcess, files: WorkerFiles): Promise<Outcome> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ reason: error.message }));
    child.once('exit', (code, signal) => {
      const how = signal ? `it was killed by ${signal}` : `it exited with ${code}`;
      resolve({ reason: [how, lastWords(files)].filter(Boolean).join(': ') });
    });
  });
}

/** Launches, with what the file system or the system refused as a failure. */
function launch(options: WorkerOptions, files: WorkerFiles): Result<ChildProcess, Failure> {
  try {
    return ok(launchWorker(options, files));
  } catch (error) {
    return err(failure('worker_start', { worker: options.name, reason: (error as Error).message }));
  }
}

/** Starts a worker and connects to it. It is a process of its own and outlives us by its orphan timeout. */
export async function spawnWorker(options: WorkerOptions): Promise<Result<Worker, Failure>> {
  const { name } = options;
  const program = programPath('omx-clap-host');
  if (!existsSync(program))
    return err(failure('worker_start', { worker: name, reason: `${program} is missing` }));
  const files = workerFiles(options.runDir, name);
  const launched = launch(options, files);
  if (!launched.ok) return launched;
  const child = launched.value;
  const exit = exitOfChild(child);
  const connecting = connectWhenReady(options, files);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    const reason = `it did not listen within ${startLimitMs / 1000} s`;
    timer = setTimeout(() => resolve({ reason }), startLimitMs);
  });
  const outcome = await Promise.race([
    connecting.socket.then((socket): Outcome => ({ socket })),
    failedExit(child, files),
    late,
  ]);
  clearTimeout(timer);
  connecting.stop();
  if ('reason' in outcome) {
    child.kill('SIGKILL');
    removeWorkerFiles(files);
    return err(failure('worker_start', { worker: name, reason: outcome.reason }));
  }
  const connection = new WorkerConnection(outcome.socket, name, options.commandLimitMs);
  return ok(new ConnectedWorker(name, child.pid ?? 0, files, connection, exit));
}
