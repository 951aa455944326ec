import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { spawnWorker } from '@plugin-hostd/host';
import type { BenchContext } from '../bench.js';
import { interleave } from '../statistics/interleave.js';
import { seededRandom } from '../statistics/random.js';
import { clapUri, lv2Uri, twins } from './plugins.js';

/** How long `add` took in a fresh worker each, in ms. */
export interface AddPair {
  readonly name: string;
  readonly lv2Ms: number;
  readonly clapMs: number;
}

const repetitions = { quick: 2, full: 10 };
const driver = { kind: 'timer', rate: 48_000, period: 128 } as const;

async function timeAdd(uri: string, context: BenchContext): Promise<Result<number, Failure>> {
  const { runDir, scope } = context;
  const worker = await spawnWorker({ name: 'add', runDir, driver, orphanTimeoutSeconds: 0 });
  if (!worker.ok) return worker;
  scope.defer(() => worker.value.kill());
  const start = performance.now();
  const added = await worker.value.command('add', uri, 0, 'bench');
  const ms = performance.now() - start;
  await worker.value.end();
  return added.ok ? ok(ms) : added;
}

/** Adds plugins in both formats, each in a fresh worker, in turns. The index of LV2 bundles is there by then. */
export async function measureAdds(context: BenchContext): Promise<Result<readonly AddPair[], Failure>> {
  const warm = await timeAdd(lv2Uri(twins[0] as string), context);
  if (!warm.ok) return warm;
  const pairs: AddPair[] = [];
  const random = seededRandom(context.seed);
  for (const name of twins) {
    for (const order of interleave(repetitions[context.quick ? 'quick' : 'full'], random)) {
      const found = { a: 0, b: 0 };
      for (const side of order) {
        const ms = await timeAdd(side === 'a' ? lv2Uri(name) : clapUri(name), context);
        if (!ms.ok) return ms;
        found[side] = ms.value;
      }
      pairs.push({ name, lv2Ms: found.a, clapMs: found.b });
    }
  }
  return ok(pairs);
}
