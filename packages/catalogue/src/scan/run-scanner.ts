import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { err, ok, type Result } from '@plugin-hostd/base';
import {
  type Explanation,
  explanationSchema,
  type Failure,
  failure,
  type ScanOutput,
  scanOutputSchema,
} from '@plugin-hostd/contracts';
import { programPath } from '@plugin-hostd/host';

/** The scanner bounds the time of each plugin; this bounds the scanner's, for each path. */
const limitMs = 60_000;
const outputLimitBytes = 64 * 1024 * 1024;

/** What it says for itself when it gave no answer. */
function complaintOf(stderr: string): string {
  return stderr.trim().split('\n').at(-1) || 'the scanner gave no answer';
}

function decode(paths: readonly string[], stdout: string, complaint: string): ScanOutput {
  try {
    return scanOutputSchema.parse(JSON.parse(stdout));
  } catch {
    return { plugins: [], failures: paths.map((path) => ({ path, reason: complaintOf(complaint) })) };
  }
}

/** Whether an LV2 plugin can be had, by its URI. */
export async function explainPlugin(uri: string): Promise<Result<Explanation, Failure>> {
  const ran = await runScanner(['--explain', uri], limitMs);
  if (!ran.ok) return ran;
  try {
    return ok(explanationSchema.parse(JSON.parse(ran.value.stdout)));
  } catch {
    const reason = `it could not be read: ${complaintOf(ran.value.stderr)}`;
    return ok({ uri, status: 'broken-bundle', reason, bundle: '', requires: [] });
  }
}

/** Scans files and bundles, each in a process of its own, so that a plugin that crashes or hangs costs only its own entry. */
export async function scanPaths(paths: readonly string[]): Promise<Result<ScanOutput, Failure>> {
  const ran = await runScanner(paths, limitMs * paths.length);
  return ran.ok ? ok(decode(paths, ran.value.stdout, ran.value.stderr)) : ran;
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

function runScanner(words: readonly string[], timeout: number): Promise<Result<Output, Failure>> {
  const scanner = programPath('omx-clap-scan');
  if (!existsSync(scanner)) {
    const reason = `${scanner} is missing`;
    return Promise.resolve(err(failure('worker_start', { worker: 'omx-clap-scan', reason })));
  }
  return new Promise((resolve) => {
    execFile(
      scanner,
      words,
      { timeout, killSignal: 'SIGKILL', maxBuffer: outputLimitBytes },
      (error, stdout, stderr) => resolve(ok({ stdout, stderr: stderr || (error?.message ?? '') })),
    );
  });
}
