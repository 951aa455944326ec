// Workers of a test, in a run directory of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '@plugin-hostd/base';
import { type OpenReply, openReplySchema } from '@plugin-hostd/contracts';
import { type Argument, buildDir, spawnWorker, type Worker, type WorkerDriver } from '@plugin-hostd/host';
import type { AudioServer } from './jack-server.js';
import { readWave, type Wave, writeWave } from './wave.js';

/** The client that the graphs of a test are laid in. */
export const clientName = 'mix';

type Verb = Parameters<Worker['command']>[0];

/** URI of one of our test plugins: the file fixtures/<name>.clap of the build. */
export function fixture(name: string, id = name): string {
  return `clap:${join(buildDir(), 'fixtures', `${name}.clap`)}#org.plugin-hostd.fixture.${id}`;
}

/** URI of one of our own effects. */
export function ownEffect(name: string): string {
  return `clap:${join(buildDir(), 'clap', 'omx.clap')}#org.plugin-hostd.${name}`;
}

/** URI of a plugin of Debian's zam-plugins. */
export function zam(name: string): string {
  return `clap:/usr/lib/clap/${name}.clap#com.zamaudio.${name}`;
}

/** A folder that only this test uses. */
export function privateFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'omx-e2e-'));
}

/** A worker whose commands are expected to succeed. */
export class TestWorker {
  constructor(
    readonly worker: Worker,
    readonly runDir: string,
  ) {}

  /** Sends a command; throws with the failure when it is refused. Returns what follows the code. */
  async say(verb: Verb, ...args: Argument[]): Promise<string> {
    const reply = await this.worker.command(verb, ...args);
    if (!reply.ok) throw new Error(`${verb} ${args.join(' ')}: ${reply.error.code}: ${reply.error.message}`);
    return reply.value.value;
  }

  /** Connects pairs of ports as one edit. */
  async wire(pairs: readonly (readonly [from: string, to: string, gain?: number])[]): Promise<void> {
    await this.say('begin');
    for (const [from, to, gain] of pairs) await this.say('connect', from, to, gain ?? 1);
    await this.say('commit');
  }

  async end(): Promise<void> {
    await this.worker.end();
    await rm(this.runDir, { recursive: true, force: true });
  }
}

/** Starts a worker under `driver`; it ends with the test's connection whatever happens. */
export async function startWorker(
  driver: WorkerDriver,
  name = 'worker',
  env: Readonly<Record<string, string>> = {},
): Promise<TestWorker> {
  const runDir = await privateFolder();
  const worker = await spawnWorker({ name, runDir, driver, orphanTimeoutSeconds: 0, env });
  return new TestWorker(expectOk(worker), runDir);
}

/** Starts a worker whose clients join `server`. */
export function startJackWorker(server: AudioServer, name = 'worker'): Promise<TestWorker> {
  return startWorker({ kind: 'jack', serverName: server.name }, name, server.env);
}

/** Renders stereo `input` through the graph that `build` lays in a fresh worker, between the ports of its client. */
export async function offline(
  input: Wave,
  build: (worker: TestWorker, opened: OpenReply) => Promise<void>,
  tailSeconds = 0,
  env: Readonly<Record<string, string>> = {},
): Promise<Wave> {
  const worker = await startWorker({ kind: 'file' }, 'worker', env);
  try {
    const source = join(worker.runDir, 'in.wav');
    const target = join(worker.runDir, 'out.wav');
    await writeWave(source, input);
    const opened = openReplySchema.parse(JSON.parse(await worker.say('open', source)));
    await build(worker, opened);
    for (const channel of [1, 2]) {
      await worker.say('connect', `file:in_${channel}`, `${clientName}:in_${channel}`);
      await worker.say('connect', `${clientName}:out_${channel}`, `file:out_${channel}`);
    }
    await worker.say('render', target, tailSeconds, 'float');
    return await readWave(target);
  } finally {
    await worker.end();
  }
}

/** Both channels of a connection between two instances, or from (`in`) and to (`out`) the client's own ports. */
export function stereo(from: number | 'in', to: number | 'out', gain = 1): [string, string, number][] {
  const name = (end: number | 'in' | 'out', side: 'in' | 'out', channel: number) =>
    typeof end === 'number' ? `effect_${end}:${side}1_${channel}` : `${clientName}:${end}_${channel}`;
  return [1, 2].map((channel) => [name(from, 'out', channel), name(to, 'in', channel), gain]);
}
