import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { holdCpuLatency } from '../instruments/cpu-latency.js';
import { Aborted } from '../run/pause.js';
import { seededRandom } from '../statistics/random.js';
import { measureAdds } from './add-times.js';
import { type Absent, costMeasurement } from './cost-report.js';
import { measurePlugin, type PluginSample, pluginSeconds } from './measure-plugin.js';
import { comparedPlugins } from './plugins.js';

const addSeconds = { quick: 4, full: 20 };

async function run(context: BenchContext): Promise<Result<Measurement, Failure>> {
  holdCpuLatency(context.scope);
  const size = context.quick ? 'quick' : 'full';
  const samples: PluginSample[] = [];
  const absent: Absent[] = [];
  for (const uri of comparedPlugins) {
    if (context.signal.aborted) throw new Aborted();
    context.step(uri, pluginSeconds[size]);
    const measured = await measurePlugin(uri, context);
    if (!measured.ok) return measured;
    if ('problem' in measured.value) absent.push(measured.value);
    else samples.push(measured.value);
  }
  context.step('adding plugins', addSeconds[size]);
  const adds = await measureAdds(context);
  if (!adds.ok) return adds;
  return ok(costMeasurement(samples, absent, adds.value, seededRandom(context.seed)));
}

const seconds = (size: 'quick' | 'full') => comparedPlugins.length * pluginSeconds[size] + addSeconds[size];

export const lv2Cost: Bench = {
  name: 'lv2-cost',
  summary:
    'What the LV2 adapter costs beside direct calls through lilv, and whether the sound is the same to the bit.',
  needs: [
    'the LV2 packages (npm run setup -- bench)',
    'omx-clap-host, omx-lv2-twins and the LV2 adapter (npm run setup)',
  ],
  seconds: { quick: seconds('quick'), full: seconds('full') },
  run,
};
