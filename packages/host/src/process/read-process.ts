import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a process costs so far. */
export interface ProcessReading {
  readonly pid: number;
  /** Proportional set size: shared pages divided by how many share them. */
  readonly pssBytes: number;
  readonly voluntarySwitches: number;
  readonly involuntarySwitches: number;
  /** CPU time of the threads that live. */
  readonly cpuNs: number;
  readonly threads: number;
}

const nsPerTick = 10_000_000; // USER_HZ is 100 in every Linux ABI

/** A number after `name:` in a /proc file, 0 when the line is missing. */
function field(text: string, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text);
  return match ? Number(match[1]) : 0;
}

/** CPU time from a /proc stat line: utime and stime are the 14th and 15th fields; the second may hold spaces. */
function cpuNsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * nsPerTick;
}

/** Time on the CPU in ns, the first word of schedstat; null when the kernel does not count it. */
async function schedNs(taskDir: string): Promise<number | null> {
  const text = await readFile(join(taskDir, 'schedstat'), 'utf8').catch(() => null);
  return text === null ? null : Number(text.split(' ')[0]);
}

/** What a thread costs so far. */
export interface ThreadReading {
  readonly thread: number;
  readonly voluntary: number;
  readonly involuntary: number;
  /** Time on the CPU; null when the kernel does not count it. */
  readonly cpuNs: number | null;
}

async function readThread(taskDir: string, task: string): Promise<ThreadReading | null> {
  const dir = join(taskDir, task);
  const status = await readFile(join(dir, 'status'), 'utf8').catch(() => null);
  if (status === null) return null; // the thread ended meanwhile
  return {
    thread: Number(task),
    voluntary: field(status, 'voluntary_ctxt_switches'),
    involuntary: field(status, 'nonvoluntary_ctxt_switches'),
    cpuNs: await schedNs(dir),
  };
}

/** Reads switches and CPU time of every thread of a process, without its memory; null when there is no such process. */
export async function readThreads(pid: number, root = '/proc'): Promise<readonly ThreadReading[] | null> {
  const taskDir = join(root, String(pid), 'task');
  const tasks = await readdir(taskDir).catch(() => null);
  if (!tasks) return null;
  const threads = await Promise.all(tasks.map((task) => readThread(taskDir, task)));
  return threads.filter((thread) => thread !== null);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Reads memory, context switches and CPU time of a process over all its threads; null when there is no such process.
 * @param root where proc is mounted
 */
export async function readProcess(pid: number, root = '/proc'): Promise<ProcessReading | null> {
  const dir = join(root, String(pid));
  const threads = await readThreads(pid, root);
  const stat = await readFile(join(dir, 'stat'), 'utf8').catch(() => null);
  if (!threads || stat === null) return null;
  const rollup = await readFile(join(dir, 'smaps_rollup'), 'utf8').catch(() => '');
  const counted = threads.every((thread) => thread.cpuNs !== null);
  return {
    pid,
    pssBytes: field(rollup, 'Pss') * 1024,
    voluntarySwitches: sum(threads.map((thread) => thread.voluntary)),
    involuntarySwitches: sum(threads.map((thread) => thread.involuntary)),
    cpuNs: counted ? sum(threads.map((thread) => thread.cpuNs ?? 0)) : cpuNsOf(stat),
    threads: threads.length,
  };
}

/** Whether a process exists (a zombie counts as ended). */
export async function processAlive(pid: number, root = '/proc'): Promise<boolean> {
  const stat = await readFile(join(root, String(pid), 'stat'), 'utf8').catch(() => null);
  return stat !== null && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
