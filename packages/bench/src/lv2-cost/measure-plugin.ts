import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { BenchContext } from '../bench.js';
import { allSetups, type Setup, someSetups } from './plugins.js';
import { type Comparison, type Memory, type Round, TwinsProgram } from './twins-program.js';

/** What was found of one plugin. */
export interface PluginSample {
  readonly uri: string;
  readonly comparisons: readonly { readonly setup: Setup; readonly result: Comparison }[];
  readonly rounds: readonly Round[];
  readonly direct: Memory;
  readonly adapted: Memory;
}

const comparedFrames = 24_000;
const cyclesPerTurn = 200;
const turns = { quick: 21, full: 101 };
const instances = 16;

/** About how long a plugin takes. */
export const pluginSeconds = { quick: 1.2, full: 5 };

/** Compares, times and weighs one plugin; null with the reason when it is not there. */
export async function measurePlugin(
  uri: string,
  context: BenchContext,
): Promise<Result<PluginSample | { readonly uri: string; readonly problem: string }, Failure>> {
  const program = await TwinsProgram.start(context.scope);
  if (!program.ok) return program;
  const times = await program.value.times(uri, cyclesPerTurn, turns[context.quick ? 'quick' : 'full']);
  if (!times.ok) return times;
  if ('problem' in times.value) return ok({ uri, problem: times.value.problem });
  const comparisons: { setup: Setup; result: Comparison }[] = [];
  for (const setup of context.quick ? someSetups : allSetups) {
    const result = await program.value.compare(uri, setup, comparedFrames);
    if (!result.ok) return result;
    if ('problem' in result.value) return ok({ uri, problem: result.value.problem });
    comparisons.push({ setup, result: result.value });
  }
  await program.value.end();
  const direct = await weigh(uri, 'direct', context);
  if (!direct.ok) return direct;
  const adapted = await weigh(uri, 'adapted', context);
  if (!adapted.ok) return adapted;
  if ('problem' in direct.value) return ok({ uri, ...direct.value });
  if ('problem' in adapted.value) return ok({ uri, ...adapted.value });
  return ok({
    uri,
    comparisons,
    rounds: times.value.rounds,
    direct: direct.value,
    adapted: adapted.value,
  });
}

async function weigh(uri: string, how: 'direct' | 'adapted', { scope }: BenchContext) {
  const program = await TwinsProgram.start(scope);
  if (!program.ok) return program;
  const memory = await program.value.memory(uri, how, instances);
  await program.value.end();
  return memory;
}
