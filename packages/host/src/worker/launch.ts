import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { programPath } from '../paths.js';

/** Who calls the process loop of a worker. */
export type WorkerDriver =
  | {
      readonly kind: 'jack';
      readonly serverName: string;
      /** Folder of the libjack to use, for PipeWire's. */
      readonly libraryPath?: string;
    }
  | { readonly kind: 'timer'; readonly rate: number; readonly period: number }
  | { readonly kind: 'file'; readonly period?: number };

export interface WorkerOptions {
  readonly name: string;
  readonly runDir: string;
  readonly driver: WorkerDriver;
  /** Seconds that it lives on without a control connection; 0 ends it with the last one. */
  readonly orphanTimeoutSeconds: number;
  /** Milliseconds that one command may take before the worker counts as hung. */
  readonly commandLimitMs?: number;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The files of a worker in its run directory. */
export interface WorkerFiles {
  readonly socket: string;
  readonly status: string;
  readonly log: string;
}

export function workerFiles(runDir: string, name: string): WorkerFiles {
  const base = join(runDir, name);
  return { socket: `${base}.sock`, status: `${base}.status`, log: `${base}.log` };
}

/** Removes what a worker leaves behind when it cannot do so itself. */
export function removeWorkerFiles(files: WorkerFiles): void {
  for (const path of Object.values(files)) rmSync(path, { force: true });
}

function driverArguments(driver: WorkerDriver): string[] {
  const kind = ['--driver', driver.kind];
  const rate = driver.kind === 'timer' ? ['--rate', String(driver.rate)] : [];
  const period = driver.kind !== 'jack' && driver.period ? ['--period', String(driver.period)] : [];
  return [...kind, ...rate, ...period];
}

/** libjack takes the server's name from the environment, must not start one itself, and asks no D-Bus for the card. */
export function driverEnvironment(driver: WorkerDriver): Record<string, string> {
  if (driver.kind !== 'jack') return {};
  const inherited = process.env.LD_LIBRARY_PATH;
  const path = driver.libraryPath && [driver.libraryPath, inherited].filter(Boolean).join(':');
  return {
    JACK_DEFAULT_SERVER: driver.serverName,
    JACK_NO_START_SERVER: '1',
    JACK_NO_AUDIO_RESERVATION: '1',
    ...(path ? { LD_LIBRARY_PATH: path } : {}),
  };
}

/** Starts the process: a session of its own, nothing tied to us, its output in its log file. */
export function launchWorker(options: WorkerOptions, files: WorkerFiles): ChildProcess {
  mkdirSync(options.runDir, { recursive: true, mode: 0o700 });
  removeWorkerFiles(files);
  const log = openSync(files.log, 'a', 0o600);
  try {
    const args = ['--name', options.name, '--run-dir', options.runDir, ...driverArguments(options.driver)];
    const timeout = ['--orphan-timeout', String(options.orphanTimeoutSeconds)];
    const child = spawn(programPath('omx-clap-host'), [...args, ...timeout], {
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...driverEnvironment(options.driver), ...options.env },
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}
