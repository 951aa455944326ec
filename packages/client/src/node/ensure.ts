import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type DaemonFile, type Failure, failure } from '@plugin-hostd/contracts';
import { findDaemon } from './find.js';
import { makeFolder } from './make-folder.js';

const startLimitMs = 15_000;
const checkMs = 20;

/** What a daemon that was started by {@link ensureDaemon} reports once over its IPC channel. */
export type StartReport = { readonly ready: true } | { readonly ready: false; readonly failure: Failure };

export interface EnsureOptions {
  readonly runDir: string;
  /** Program and arguments that run the daemon in the foreground and send a {@link StartReport}. */
  readonly command: readonly [string, ...string[]];
  readonly environment?: NodeJS.ProcessEnv;
}

/** The daemon of a run directory; `started` when this call started it. */
export interface EnsuredDaemon {
  readonly daemon: DaemonFile;
  readonly started: boolean;
}

/**
 * Finds the daemon of a run directory, or starts one: a process of its own session that outlives us, with its output in
 * `<runDir>/daemon.log`. When two callers start one at the same time, both get the one that won.
 */
export async function ensureDaemon(options: EnsureOptions): Promise<Result<EnsuredDaemon, Failure>> {
  const found = findDaemon(options.runDir);
  if (found.ok) return ok({ daemon: found.value, started: false });
  const report = await start(options);
  if (report.ready) {
    const daemon = findDaemon(options.runDir);
    return daemon.ok ? ok({ daemon: daemon.value, started: true }) : daemon;
  }
  if (report.failure.code !== 'daemon_running') return err(report.failure);
  const winner = await waitForDaemon(options.runDir);
  return winner.ok ? ok({ daemon: winner.value, started: false }) : winner;
}

/** The daemon that another caller is starting, once it listens. */
async function waitForDaemon(runDir: string): Promise<Result<DaemonFile, Failure>> {
  const deadlineMs = Date.now() + startLimitMs;
  let found = findDaemon(runDir);
  while (!found.ok && Date.now() < deadlineMs) {
    await sleep(checkMs);
    found = findDaemon(runDir);
  }
  return found;
}

async function start(options: EnsureOptions): Promise<StartReport> {
  const { runDir, command } = options;
  const logPath = join(runDir, 'daemon.log');
  let log: number;
  try {
    makeFolder(runDir);
    log = openSync(logPath, 'a', 0o600);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    return { ready: false, failure: failure('file_unwritable', { file: logPath, reason }) };
  }
  const [program, ...args] = command;
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    env: options.environment ?? process.env,
  });
  closeSync(log);
  const report = await firstReport(child, logPath);
  if (child.connected) child.disconnect();
  child.unref();
  return report;
}

/** What the child says first, or that it ended without a word. */
function firstReport(child: ChildProcess, logPath: string): Promise<StartReport> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as StartReport));
    child.once('error', (error) => resolve(ended(error.message)));
    child.once('exit', (code, signal) => resolve(ended(lastLine(logPath) || `${signal ?? `exit ${code}`}`)));
  });
}

function ended(reason: string): StartReport {
  return { ready: false, failure: failure('internal', { reason: `the daemon ended at once (${reason})` }) };
}

function lastLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  } catch {
    return '';
  }
}
