import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import { Child } from '../instruments/child.js';
import type { Scope } from '../run/scope.js';
import type { Setup } from './plugins.js';

/** Why a plugin could not be measured. */
export interface Problem {
  readonly problem: string;
}

export type Comparison =
  | { readonly identical: true; readonly outputs: number; readonly sounds: boolean }
  | {
      readonly identical: false;
      readonly symbol: string;
      readonly frame: number;
      readonly direct: string;
      readonly adapted: string;
    };

/** Medians of one turn each, in ns per cycle. */
export type Round = readonly [directNs: number, adaptedNs: number];

export interface Memory {
  /** The first instance with all that its host reads for it. */
  readonly firstBytes: number;
  /** Each further one. */
  readonly eachBytes: number;
}

/** omx-lv2-twins, which calls LV2 plugins directly and through the adapter: see native/bench/lv2/main.cpp. */
export class TwinsProgram {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  static async start(scope: Scope): Promise<Result<TwinsProgram, Failure>> {
    const program = join(buildDir(), 'bin', 'omx-lv2-twins');
    const child = new Child('omx-lv2-twins', program, [], process.env, scope);
    const ready = await child.next();
    return ready.ok ? ok(new TwinsProgram(child)) : ready;
  }

  compare(uri: string, { rateHz, blockFrames }: Setup, frames: number) {
    return this.#ask<Comparison>(`compare ${rateHz} ${blockFrames} ${frames} ${uri}`);
  }

  times(uri: string, cycles: number, rounds: number) {
    return this.#ask<{ readonly rounds: readonly Round[] }>(`time ${cycles} ${rounds} ${uri}`);
  }

  /** Exact as the first thing that a program is asked. */
  memory(uri: string, how: 'direct' | 'adapted', instances: number) {
    return this.#ask<Memory>(`memory ${how} ${instances} ${uri}`);
  }

  end(): Promise<void> {
    return this.#child.end();
  }

  async #ask<Answer>(line: string): Promise<Result<Answer | Problem, Failure>> {
    return (await this.#child.ask(line)) as Result<Answer | Problem, Failure>;
  }
}
