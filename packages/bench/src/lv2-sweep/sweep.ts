import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { findModHost } from '@plugin-hostd/host';
import type { Bench, BenchContext, Measurement } from '../bench.js';
import { type JackServer, startJackServer } from '../instruments/jack-server.js';
import { TwinsProgram } from '../lv2-cost/twins-program.js';
import { Aborted } from '../run/pause.js';
import { seededRandom } from '../statistics/random.js';
import type { Outcome } from './outcome.js';
import { blockFrames, sampleRateHz, writeStimulus } from './stimulus.js';
import { findSubjects, packages, type Subject } from './subjects.js';
import { sweepMeasurement, type Tried } from './sweep-report.js';
import { tryModHost } from './try-mod-host.js';
import { tryPlugin } from './try-plugin.js';

const sampleSize = 60;
const parallel = 2;
const comparedFrames = 24_000;
const seconds = { quick: 40, full: 400 };

/** A server for mod-host; null when there is no mod-host. */
async function serverForModHost(context: BenchContext): Promise<Result<JackServer | null, Failure>> {
  if (findModHost(context.environment) === null) return ok(null);
  return startJackServer({ rate: sampleRateHz, period: blockFrames }, context.scope, context.signal);
}

/** Says of one whose samples were no numbers whether they are the same when it is called directly. */
async function compared(outcome: Outcome, uri: string, context: BenchContext): Promise<Outcome> {
  if (outcome.verdict !== 'non-finite') return outcome;
  const program = await TwinsProgram.start(context.scope);
  if (!program.ok) return outcome;
  const found = await program.value.compare(uri, { rateHz: sampleRateHz, blockFrames }, comparedFrames);
  await program.value.end();
  const same = found.ok && 'identical' in found.value && found.value.identical;
  const reason = same
    ? `${outcome.reason}; the same bits come of it when it is called directly`
    : outcome.reason;
  return { ...outcome, reason };
}

async function sweepAll(
  subjects: readonly Subject[],
  server: JackServer | null,
  context: BenchContext,
): Promise<readonly Tried[]> {
  const stimulus = await writeStimulus(context.runDir, context.seed);
  const queue = [...subjects.entries()];
  const tried: Tried[] = [];
  const take = async (lane: number) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (context.signal.aborted) throw new Aborted();
      const [index, subject] = next;
      context.step(
        `${index + 1} of ${subjects.length}: ${subject.plugin.name}`,
        budget(context) / subjects.length,
      );
      const { runDir, seed } = context;
      const random = seededRandom(seed + index);
      const alone = await tryPlugin({
        uri: subject.plugin.uri,
        name: `sweep${lane}`,
        runDir,
        stimulus,
        random,
      });
      const outcome = await compared(alone, subject.plugin.id, context);
      const modHost = server && (await tryModHost(subject.plugin.id, `mod-host${lane}`, runDir, server));
      tried.push(modHost ? { subject, outcome, modHost } : { subject, outcome });
    }
  };
  await Promise.all(Array.from({ length: parallel }, (_, lane) => take(lane)));
  return tried;
}

function budget({ quick }: BenchContext): number {
  return seconds[quick ? 'quick' : 'full'];
}

async function run(context: BenchContext): Promise<Result<Measurement, Failure>> {
  context.step('reading the bundles', 5);
  const count = context.quick ? sampleSize : undefined;
  const subjects = await findSubjects(join(context.runDir, 'catalogue.json'), count, context.seed);
  if (!subjects.ok) return subjects;
  const server = await serverForModHost(context);
  if (!server.ok) return server;
  const tried = await sweepAll(subjects.value, server.value, context);
  const found = new Set(subjects.value.map((it) => it.package));
  const absent = packages.filter((name) => !found.has(name));
  const missing =
    absent.length === 0 ? [] : [`No LV2 plugins of: ${absent.join(', ')} (not installed, or it has none).`];
  const modHost = server.value
    ? 'mod-host ran each for a quarter of a second in real time, without sound; whether its output was finite is not known.'
    : 'mod-host is not on the PATH, so it was not asked.';
  return ok(sweepMeasurement(tried, [...missing, modHost]));
}

export const lv2Sweep: Bench = {
  name: 'lv2-sweep',
  summary:
    'How many of the LV2 plugins in Debian run, each in a worker of its own, and why the others do not.',
  needs: [
    'the LV2 packages (npm run setup -- bench)',
    'omx-clap-host, omx-clap-scan and the LV2 adapter (npm run setup)',
  ],
  seconds,
  run,
};
