import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { BenchContext } from '../bench.js';
import { Scope } from '../run/scope.js';

/** CPU of PulseAudio and its client by thread, in percent of one processor. */
export interface PulseSample {
  readonly latencyMs: number;
  readonly transport: 'socket' | 'shared memory';
  readonly mainPercent: number;
  readonly ioPercent: number;
  readonly clientPercent: number;
  /** Of the client's thread, per second. */
  readonly wakeUpsPerSecond: number;
}

const latenciesMs = { quick: [10], full: [10, 20, 40] };
const startLimitMs = 3000;
/** Its null sink renders two seconds ahead while it is idle; only then is a player played at its own pace. */
const settleMs = 2200;
const windowsMs = { quick: 500, full: 4000 };
/** A player that is played wakes up more often. */
const leastWakeUps = 20;

export function pulseSeconds(quick: boolean): number {
  const effort = quick ? 'quick' : 'full';
  return (2 * latenciesMs[effort].length * (settleMs + windowsMs[effort] + 200)) / 1000;
}

/** Starts a program that ends with the scope; undefined when it cannot be started. */
async function start(
  program: string,
  args: readonly string[],
  home: string,
  scope: Scope,
): Promise<ChildProcess | undefined> {
  const env = { ...process.env, HOME: home, PULSE_RUNTIME_PATH: home, PULSE_STATE_PATH: home, LC_ALL: 'C' };
  const child = spawn(program, args, { env, stdio: 'ignore' });
  const begun = await Promise.race([once(child, 'spawn'), once(child, 'error').then(() => undefined)]);
  if (begun === undefined) return undefined;
  scope.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  return child;
}

async function appears(path: string, signal: AbortSignal): Promise<boolean> {
  const lastMs = performance.now() + startLimitMs;
  while (performance.now() < lastMs) {
    if (existsSync(path)) return true;
    await rest(20, undefined, { signal });
  }
  return false;
}

interface TaskTime {
  readonly name: string;
  readonly runNs: number;
  readonly runs: number;
}

async function tasksOf(pid: number): Promise<readonly TaskTime[]> {
  const folder = `/proc/${pid}/task`;
  return Promise.all(
    (await readdir(folder)).map(async (task) => {
      const name = (await readFile(join(folder, task, 'comm'), 'utf8')).trim();
      const [runNs = 0, , runs = 0] = (await readFile(join(folder, task, 'schedstat'), 'utf8'))
        .split(' ')
        .map(Number);
      return { name, runNs, runs };
    }),
  );
}

const sumOf = (tasks: readonly TaskTime[], name: RegExp, value: (task: TaskTime) => number) =>
  tasks.filter((task) => name.test(task.name)).reduce((sum, task) => sum + value(task), 0);

async function measureOne(
  latencyMs: number,
  shared: boolean,
  home: string,
  context: BenchContext,
  scope: Scope,
): Promise<PulseSample | undefined> {
  const windowMs = windowsMs[context.quick ? 'quick' : 'full'];
  const socket = join(home, 'socket');
  const protocol = `module-native-protocol-unix socket=${socket} auth-anonymous=1 srbchannel=${shared ? 1 : 0}`;
  const options = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--log-target=null'];
  // The sink first: a player that finds none is never played.
  const modules = ['-L', 'module-null-sink sink_name=null rate=48000', '-L', protocol];
  const server = await start('pulseaudio', [...options, ...modules], home, scope);
  if (!server?.pid || !(await appears(socket, context.signal))) return undefined;
  const play = ['--playback', '--raw', `--server=unix:${socket}`, `--latency-msec=${latencyMs}`];
  const sound = ['--rate=48000', '--format=float32le', '--channels=2', '/dev/zero'];
  const client = await start('pacat', [...play, ...sound], home, scope);
  if (!client?.pid) return undefined;
  await rest(settleMs, undefined, { signal: context.signal });
  const pids = [server.pid, client.pid];
  const before = (await Promise.all(pids.map(tasksOf))).flat();
  const beganNs = process.hrtime.bigint();
  await rest(windowMs, undefined, { signal: context.signal });
  const after = (await Promise.all(pids.map(tasksOf))).flat();
  const ns = Number(process.hrtime.bigint() - beganNs);
  const percent = (name: RegExp) => {
    const runNs = ({ runNs }: TaskTime) => runNs;
    return (100 * (sumOf(after, name, runNs) - sumOf(before, name, runNs))) / ns;
  };
  const wakeUps = sumOf(after, /^pacat/, ({ runs }) => runs) - sumOf(before, /^pacat/, ({ runs }) => runs);
  return {
    latencyMs,
    transport: shared ? 'shared memory' : 'socket',
    mainPercent: percent(/^pulseaudio/),
    ioPercent: percent(/^null-sink/),
    clientPercent: percent(/^pacat/),
    wakeUpsPerSecond: (1e9 * wakeUps) / ns,
  };
}

/** PulseAudio with a null sink and its player, at the same latencies; nothing where it is not installed or does not run. */
export async function measurePulse(context: BenchContext): Promise<readonly PulseSample[]> {
  context.step('PulseAudio', pulseSeconds(context.quick));
  const samples: PulseSample[] = [];
  for (const latencyMs of latenciesMs[context.quick ? 'quick' : 'full']) {
    for (const shared of [false, true]) {
      const scope = new Scope();
      context.scope.defer(() => scope.close());
      const home = join(context.runDir, `pulse-${latencyMs}-${shared}`);
      await mkdir(home, { mode: 0o700 });
      try {
        const sample = await measureOne(latencyMs, shared, home, context, scope);
        if (sample === undefined) return [];
        if (sample.wakeUpsPerSecond >= leastWakeUps) samples.push(sample);
      } catch (error) {
        context.signal.throwIfAborted();
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // a process that ended: no figures
        return samples;
      } finally {
        await scope.close();
      }
    }
  }
  return samples;
}
