import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { BenchContext } from '../bench.js';
import type { Random } from '../statistics/random.js';
import type { EffectCase } from './effect-case.js';
import { type Subject, subjectsOf } from './subject.js';
import { type Change, type Memory, type Problem, TimesProgram, type Window } from './times-program.js';

/** What was measured of one subject. */
export interface SubjectSample {
  readonly subject: Subject;
  readonly change: Change;
  /** By round: the same number for all subjects of a case. */
  readonly windows: readonly Window[];
  readonly memory: Memory | null;
}

/** What was measured in one case. */
export interface CaseSamples {
  readonly subjects: readonly SubjectSample[];
  readonly absent: readonly (Problem & { readonly subject: Subject })[];
}

const windowUs = 1500;
const instances = 16;
const roundsPerRequest = 20;
const requests = { quick: 8, full: 40 };
/** About what a subject takes: loading, its share of the windows, loading again for its memory. */
const loadSeconds = 0.12;

/** How long a case takes, in seconds. */
export function caseSeconds(effectCase: EffectCase, quick: boolean): number {
  const rounds = roundsPerRequest * requests[quick ? 'quick' : 'full'];
  return subjectsOf(effectCase).length * (loadSeconds + (rounds * windowUs * 1.3) / 1e6);
}

type Loaded = Pick<SubjectSample, 'subject' | 'change'>;

async function loadAll(
  program: TimesProgram,
  subjects: readonly Subject[],
): Promise<Result<{ readonly loaded: readonly Loaded[]; readonly absent: CaseSamples['absent'] }, Failure>> {
  const loaded: Loaded[] = [];
  const absent: (Problem & { subject: Subject })[] = [];
  for (const subject of subjects) {
    const answer = await program.load(subject);
    if (!answer.ok) return answer;
    if ('problem' in answer.value) absent.push({ subject, problem: answer.value.problem });
    else loaded.push({ subject, change: answer.value });
  }
  return ok({ loaded, absent });
}

async function measureMemory(
  subject: Subject,
  context: BenchContext,
): Promise<Result<Memory | null, Failure>> {
  const program = await TimesProgram.start(context.scope);
  if (!program.ok) return program;
  const answer = await program.value.memory(subject, instances);
  await program.value.end();
  if (!answer.ok) return answer;
  return ok('problem' in answer.value ? null : answer.value);
}

/** Measures all subjects of a case: their times in one process, in turns; their memory in one process each. */
export async function measureCase(
  effectCase: EffectCase,
  context: BenchContext,
  random: Random,
): Promise<Result<CaseSamples, Failure>> {
  const program = await TimesProgram.start(context.scope);
  if (!program.ok) return program;
  const found = await loadAll(program.value, subjectsOf(effectCase));
  if (!found.ok) return found;
  const { loaded, absent } = found.value;
  const rounds: (readonly Window[])[] = [];
  for (let request = 0; request < requests[context.quick ? 'quick' : 'full']; ++request) {
    const windows = await program.value.measure(roundsPerRequest, windowUs, Math.floor(random() * 2 ** 32));
    if (!windows.ok) return windows;
    rounds.push(...windows.value);
  }
  await program.value.end();
  const subjects: SubjectSample[] = [];
  for (const [index, { subject, change }] of loaded.entries()) {
    const memory = await measureMemory(subject, context);
    if (!memory.ok) return memory;
    subjects.push({ subject, change, windows: rounds.map((round) => round[index]!), memory: memory.value });
  }
  return ok({ subjects, absent });
}
