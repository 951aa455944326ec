import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { type Failure, failure } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import type { BenchContext } from '../bench.js';
import { Child } from '../instruments/child.js';
import { startDaemon } from '../instruments/daemon.js';
import type { JackServer } from '../instruments/jack-server.js';
import { type Source, startSource } from '../instruments/source.js';

/** A third-party plugin and two of ours. */
export const expression = 'ZamCompX2 | omx-eq8 | omx-delay';

/** How one chain started; times in ms after its request was sent. */
export interface ChainStart {
  /** The daemon's reply: loaded and connected. */
  readonly replyMs: number;
  /** The recorder's callback with the first sample that is not zero. */
  readonly soundMs: number;
}

const nowNs = () => Number(process.hrtime.bigint()); // CLOCK_MONOTONIC, as in omx-listen

/** Starts one and the same chain again and again, at one daemon, between one source and one recorder. */
export class ChainStarter {
  readonly #client: Client;
  readonly #source: Source;
  readonly #recorder: Child;
  /** Leads a JACK program to the daemon's server. */
  readonly environment: NodeJS.ProcessEnv;

  private constructor(client: Client, source: Source, recorder: Child, environment: NodeJS.ProcessEnv) {
    this.#client = client;
    this.#source = source;
    this.#recorder = recorder;
    this.environment = environment;
  }

  /** Starts the daemon with its private jackd, the source and the recorder. */
  static async open(context: BenchContext): Promise<Result<ChainStarter, Failure>> {
    const daemon = await startDaemon(context, join(context.runDir, 'daemon'), 128);
    if (!daemon.ok) return daemon;
    const { client } = daemon.value;
    const status = await client.status();
    if (!status.ok) return status;
    const name = status.value.server?.name;
    if (name === undefined) return err(failure('server_absent', { reason: 'the daemon has none' }));
    const environment = { ...process.env, JACK_DEFAULT_SERVER: name, JACK_NO_START_SERVER: '1' };
    const server: JackServer = { name, pid: 0, environment };
    const source = await startSource(server, context.scope);
    if (!source.ok) return source;
    const program = join(buildDir(), 'bin', 'omx-listen');
    const recorder = new Child('omx-listen', program, ['recorder'], environment, context.scope);
    const ready = await recorder.next();
    return ready.ok ? ok(new ChainStarter(client, source.value, recorder, environment)) : ready;
  }

  /** Asks for the chain, waits until it sounds, and removes it. */
  async start(): Promise<Result<ChainStart, Failure>> {
    const heard = this.#recorder.ask('listen');
    const beganNs = nowNs();
    const chain = await this.#client.createChain({
      expression,
      name: 'startup',
      connect: { from: [...this.#source.ports], to: ['recorder:in_1'] },
    });
    if (!chain.ok) return chain;
    const repliedNs = nowNs();
    const sound = await heard;
    if (!sound.ok) return sound;
    const removed = await this.#client.removeChain({ name: 'startup' });
    if (!removed.ok) return removed;
    const { soundNs } = sound.value as { soundNs: number };
    return ok({
      replyMs: (repliedNs - beganNs) / 1e6,
      soundMs: (soundNs - beganNs) / 1e6,
    });
  }
}
