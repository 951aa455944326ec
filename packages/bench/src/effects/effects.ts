import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { holdCpuLatency } from '../instruments/cpu-latency.js';
import { seededRandom } from '../statistics/random.js';
import { effectCases } from './cases/index.js';
import { type CaseResult, effectsBars, effectsNotes, effectsTables } from './effects-report.js';
import { caseFigures } from './figures.js';
import { caseSeconds, measureCase } from './measure-case.js';

async function run(context: BenchContext): Promise<Result<Measurement, Failure>> {
  holdCpuLatency(context.scope);
  const random = seededRandom(context.seed);
  const results: CaseResult[] = [];
  for (const effectCase of effectCases) {
    context.step(effectCase.name, caseSeconds(effectCase, context.quick));
    const samples = await measureCase(effectCase, context, random);
    if (!samples.ok) return samples;
    results.push({ effectCase, samples: samples.value, figures: caseFigures(samples.value, random) });
  }
  return ok({
    bars: effectsBars(results),
    tables: effectsTables(results),
    notes: effectsNotes(results),
    samples: { cases: results.map(({ effectCase, samples }) => ({ name: effectCase.name, ...samples })) },
  });
}

const seconds = (quick: boolean) =>
  effectCases.map((each) => caseSeconds(each, quick)).reduce((sum, each) => sum + each);

export const effects: Bench = {
  name: 'effects',
  summary: 'What our effects cost: time and memory beside plain versions of the same and plugins of others.',
  needs: [
    'calf-plugins, caps, dragonfly-reverb-lv2, ladspa-sdk, lsp-plugins-lv2, mda-lv2, swh-lv2, x42-plugins, zam-plugins ' +
      '(npm run setup -- bench)',
    'omx-effect-times and omx.clap (npm run setup)',
  ],
  seconds: { quick: seconds(true), full: seconds(false) },
  run,
};
