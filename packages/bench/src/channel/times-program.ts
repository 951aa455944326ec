import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import { Child } from '../instruments/child.js';
import { type Disturbance, judge, readMachineTicks } from '../instruments/disturbance.js';
import type { Scope } from '../run/scope.js';

export type Carrier = 'socket' | 'ring';

/** What a thread had of the processor in a window. */
export interface ThreadTime {
  readonly runNs: number;
  /** Ready, but others ran. */
  readonly waitNs: number;
  /** Times that it was put on a processor: its wake-ups. */
  readonly runs: number;
}

/** A window of a server and a client. */
export interface ChannelWindow {
  readonly ns: number;
  readonly packets: number;
  /** Times that the server's clock found no packet. */
  readonly missing: number;
  readonly server: ThreadTime;
  readonly client: ThreadTime;
  readonly disturbance: Disturbance;
}

const nsPerTick = 1e7;

/** omx-channel-times: see native/bench/channel/main.cpp. */
export class ChannelTimes {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  static async start(scope: Scope): Promise<Result<ChannelTimes, Failure>> {
    const program = join(buildDir(), 'bin', 'omx-channel-times');
    const child = new Child('omx-channel-times', program, [], process.env, scope);
    const ready = await child.next();
    return ready.ok ? ok(new ChannelTimes(child)) : ready;
  }

  /** A player's pace. `idle`: the server's clock alone. */
  clock(
    carrier: Carrier | 'idle',
    format: string,
    frames: number,
    warmUpMs: number,
    windowMs: number,
  ): Promise<Result<ChannelWindow, Failure>> {
    return this.#window(`clock ${carrier} ${format} ${frames} ${warmUpMs} ${windowMs}`);
  }

  /** As fast as it goes. */
  flood(
    carrier: Carrier,
    format: string,
    frames: number,
    warmUpMs: number,
    windowMs: number,
  ): Promise<Result<ChannelWindow, Failure>> {
    return this.#window(`flood ${carrier} ${format} ${frames} ${warmUpMs} ${windowMs}`);
  }

  /** System calls per packet, of server and client together; NaN where tracing is not permitted. */
  async calls(
    kind: 'clock' | 'flood',
    carrier: Carrier,
    format: string,
    frames: number,
    packets: number,
  ): Promise<Result<number, Failure>> {
    const answer = await this.#ask<{ perPacket: number }>(
      `calls ${kind} ${carrier} ${format} ${frames} ${packets}`,
    );
    if (!answer.ok) return answer;
    return ok(answer.value.perPacket < 0 ? Number.NaN : answer.value.perPacket);
  }

  async #window(line: string): Promise<Result<ChannelWindow, Failure>> {
    const before = readMachineTicks();
    const beganMs = performance.now();
    const answer = await this.#ask<Omit<ChannelWindow, 'disturbance'>>(line);
    if (!answer.ok) return answer;
    const { busy, steal } = readMachineTicks();
    const ownTicks = (answer.value.server.runNs + answer.value.client.runNs) / nsPerTick;
    const machine = { busy: busy - before.busy, steal: steal - before.steal };
    const disturbance = judge(machine, ownTicks, (performance.now() - beganMs) / 1000);
    return ok({ ...answer.value, disturbance });
  }

  async #ask<Answer>(line: string): Promise<Result<Answer, Failure>> {
    const answer = (await this.#child.ask(line)) as Result<Answer | { problem: string }, Failure>;
    if (!answer.ok) return answer;
    const { value } = answer;
    return typeof value === 'object' && value !== null && 'problem' in value
      ? err(failure('internal', { reason: `${line}: ${value.problem}` }))
      : ok(value as Answer);
  }
}
