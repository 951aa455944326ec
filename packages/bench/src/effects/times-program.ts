import { join } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import { Child } from '../instruments/child.js';
import type { Scope } from '../run/scope.js';
import { loadWords, type Subject } from './subject.js';

/** What a subject makes of noise, in dB of the input's level: its output, and the difference from the input. */
export interface Change {
  readonly levelDb: number;
  readonly differenceDb: number;
}

/** Memory per instance. */
export interface Memory {
  /** What malloc handed out. */
  readonly heapBytes: number;
  /** What of the process's own memory is in RAM after a tenth of a second of sound. */
  readonly residentBytes: number;
}

/** One window of one subject: ns on the processor per block, and the share of the window that others had it. */
export type Window = readonly [nsPerBlock: number, away: number];

/** Why something could not be measured, in a sentence. */
export interface Problem {
  readonly problem: string;
}

/** omx-effect-times, which calls effects and plugins directly: see native/bench/effects/main.cpp. */
export class TimesProgram {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  static async start(scope: Scope): Promise<Result<TimesProgram, Failure>> {
    const program = join(buildDir(), 'bin', 'omx-effect-times');
    const child = new Child('omx-effect-times', program, [], process.env, scope);
    const ready = await child.next();
    return ready.ok ? ok(new TimesProgram(child)) : ready;
  }

  /** Loads one more subject and warms it up. */
  load(subject: Subject): Promise<Result<Change | Problem, Failure>> {
    return this.#ask(`load ${loadWords(subject)}`);
  }

  /** Measures all that is loaded, in turns: by round, then in the order of loading. */
  async measure(
    rounds: number,
    windowUs: number,
    seed: number,
  ): Promise<Result<readonly (readonly Window[])[], Failure>> {
    const answer = await this.#ask<{ rounds: Window[][] }>(`measure ${rounds} ${windowUs} ${seed}`);
    if (!answer.ok) return answer;
    return 'problem' in answer.value
      ? err(failure('internal', { reason: answer.value.problem }))
      : ok(answer.value.rounds);
  }

  /** Memory per instance; the first and only thing that is asked of a program. */
  memory(subject: Subject, instances: number): Promise<Result<Memory | Problem, Failure>> {
    return this.#ask(`memory ${instances} ${loadWords(subject)}`);
  }

  end(): Promise<void> {
    return this.#child.end();
  }

  async #ask<Answer>(line: string): Promise<Result<Answer | Problem, Failure>> {
    return (await this.#child.ask(line)) as Result<Answer | Problem, Failure>;
  }
}
