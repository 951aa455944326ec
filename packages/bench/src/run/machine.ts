import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { repositoryRoot } from '@plugin-hostd/host';

/** What figures depend on beside the code. */
export interface Machine {
  readonly processor: string;
  readonly processors: number;
  readonly memoryBytes: number;
  readonly kernel: string;
  /** Frequency governor, null where the machine has none to read. */
  readonly governor: string | null;
  /** Commit of the checkout, with `+` when files differ from it; null outside one. */
  readonly commit: string | null;
  readonly node: string;
  /** Versions of programs, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

/** First line that a program prints, null when it cannot be run. */
function firstLine(program: string, ...args: string[]): string | null {
  try {
    const text = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return text.split('\n').find((line) => line.trim() !== '') ?? '';
  } catch {
    return null;
  }
}

function commit(): string | null {
  const head = firstLine('git', '-C', repositoryRoot, 'rev-parse', '--short=12', 'HEAD');
  if (head === null) return null;
  return firstLine('git', '-C', repositoryRoot, 'status', '--porcelain', '-uno') ? `${head}+` : head;
}

function governor(): string | null {
  try {
    return readFileSync('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor', 'utf8').trim();
  } catch {
    return null;
  }
}

/** Describes this machine. */
export function describeMachine(): Machine {
  const jackd = firstLine('jackd', '--version');
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    processors: cpus().length,
    memoryBytes: totalmem(),
    kernel: release(),
    governor: governor(),
    commit: commit(),
    node: process.version,
    versions: jackd === null ? {} : { jackd },
  };
}
