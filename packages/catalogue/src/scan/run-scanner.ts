import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure, type ScanOutput, scanOutputSchema } from '@plugin-hostd/contracts';
import { programPath } from '@plugin-hostd/host';

/** Looks into one plugin file. The scanner bounds its own time; this bounds the scanner's. */
const limitMs = 60_000;
const outputLimitBytes = 16 * 1024 * 1024;

function decode(path: string, stdout: string, complaint: string): ScanOutput {
  try {
    return scanOutputSchema.parse(JSON.parse(stdout));
  } catch {
    const reason = complaint.trim().split('\n').at(-1) || 'the scanner gave no answer';
    return { plugins: [], failures: [{ path, reason }] };
  }
}

/** Scans one file in a process of its own, so that a plugin that crashes or hangs costs only its own entry. */
export function scanFile(path: string): Promise<Result<ScanOutput, Failure>> {
  const scanner = programPath('omx-clap-scan');
  if (!existsSync(scanner)) {
    const reason = `${scanner} is missing`;
    return Promise.resolve(err(failure('worker_start', { worker: 'omx-clap-scan', reason })));
  }
  return new Promise((resolve) => {
    execFile(
      scanner,
      [path],
      { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: outputLimitBytes },
      (error, stdout, stderr) => resolve(ok(decode(path, stdout, stderr || (error?.message ?? '')))),
    );
  });
}
