import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, failure } from '@plugin-hostd/contracts';
import { WorkerConnection } from '../wire/connection.js';
import { driverEnvironment, removeWorkerFiles, type WorkerOptions, workerFiles } from '../worker/launch.js';
import { exitOfChild, type Worker } from '../worker/worker.js';
import { findModHost } from './find.js';
import { ModHostWorker } from './worker.js';

const startLimitMs = 10_000;
const retryMs = 20;

/** A TCP port that nobody has just now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function attempt(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(null));
  });
}

/** Connects as soon as mod-host listens; null when it ends first, or does not in time. */
async function connectWhenReady(child: ChildProcess, port: number): Promise<Socket | null> {
  for (const end = performance.now() + startLimitMs; performance.now() < end; await sleep(retryMs)) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return null;
    const socket = await attempt(port);
    if (socket) return socket;
  }
  return null;
}

/** Starts it in the foreground. It ends with us: it cannot be adopted by another daemon. */
function launch(program: string, port: number, options: WorkerOptions): ChildProcess {
  mkdirSync(options.runDir, { recursive: true, mode: 0o700 });
  const files = workerFiles(options.runDir, options.name);
  removeWorkerFiles(files);
  const log = openSync(files.log, 'a', 0o600);
  try {
    const words = ['--pdeathsig', 'TERM', program, '-n', '-p', String(port)];
    return spawn('setpriv', words, {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...driverEnvironment(options.driver), ...options.env },
    });
  } finally {
    closeSync(log);
  }
}

/** Starts a mod-host that runs one plugin, as a worker under JACK. */
export async function spawnModHost(options: WorkerOptions): Promise<Result<Worker, Failure>> {
  const { name } = options;
  const program = findModHost({ ...process.env, ...options.env });
  if (program === null) return fail('worker_start', { worker: name, reason: 'mod-host is not on the PATH' });
  const port = await freePort();
  const files = workerFiles(options.runDir, name);
  const child = launch(program, port, options);
  child.once('error', () => {}); // its end shows in the missing connection
  const exit = exitOfChild(child);
  const socket = await connectWhenReady(child, port);
  if (!socket) {
    child.kill('SIGKILL');
    removeWorkerFiles(files);
    return err(failure('worker_start', { worker: name, reason: `${program} did not listen` }));
  }
  const connection = new WorkerConnection(socket, name, options.commandLimitMs);
  return ok(new ModHostWorker(name, child.pid ?? 0, files, connection, exit));
}
