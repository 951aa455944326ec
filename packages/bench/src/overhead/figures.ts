import { type Estimate, estimateMedian } from '../statistics/bootstrap.js';
import { median } from '../statistics/quantile.js';
import type { Random } from '../statistics/random.js';
import type { Host, WindowSample } from './window.js';

/** What the pairs of one chain say. Times in ns per cycle. */
export interface CaseFigures {
  readonly workerNs: number;
  readonly floorNs: number;
  /** Worker over floor, pair by pair: inside the callback. */
  readonly ratio: Estimate;
  /** Worker over floor, pair by pair: the audio thread on the processor. */
  readonly cpuRatio: Estimate;
  /** Worker less floor, pair by pair. */
  readonly differenceNs: Estimate;
  /** The callback less what the worker itself counts inside the plugins. */
  readonly ownNs: number;
  /** Voluntary switches of the worker's threads per cycle, over all its windows. */
  readonly switchesPerCycle: number;
  readonly disturbedPairs: number;
  /** The ratio of the pairs that nothing disturbed. */
  readonly quietRatio: number;
  readonly lateCycles: number;
}

interface WindowPair {
  readonly worker: WindowSample;
  readonly floor: WindowSample;
}

/** Windows by pair; a pair of which one window is missing is left out. */
export function pairUp(samples: readonly WindowSample[]): readonly WindowPair[] {
  const of = (host: Host, pair: number) => samples.find((each) => each.host === host && each.pair === pair);
  return [...new Set(samples.map((sample) => sample.pair))].flatMap((pair) => {
    const worker = of('worker', pair);
    const floor = of('floor', pair);
    return worker && floor ? [{ worker, floor }] : [];
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Figures of one chain from all its windows. */
export function caseFigures(samples: readonly WindowSample[], random: Random): CaseFigures {
  const pairs = pairUp(samples);
  const workers = pairs.map((pair) => pair.worker);
  const ratios = (chosen: readonly WindowPair[]) =>
    chosen.map(({ worker, floor }) => worker.busyNs / floor.busyNs);
  const quiet = pairs.filter(({ worker, floor }) => !worker.disturbed && !floor.disturbed);
  return {
    workerNs: median(workers.map((worker) => worker.busyNs)),
    floorNs: median(pairs.map(({ floor }) => floor.busyNs)),
    ratio: estimateMedian(ratios(pairs), random),
    cpuRatio: estimateMedian(
      pairs.map(({ worker, floor }) => worker.cpuNs / floor.cpuNs),
      random,
    ),
    differenceNs: estimateMedian(
      pairs.map(({ worker, floor }) => worker.busyNs - floor.busyNs),
      random,
    ),
    ownNs: median(workers.map((worker) => worker.busyNs - (worker.pluginNs ?? Number.NaN))),
    switchesPerCycle: sum(workers.map((w) => w.voluntarySwitches)) / sum(workers.map((w) => w.cycles)),
    disturbedPairs: pairs.length - quiet.length,
    quietRatio: median(ratios(quiet)),
    lateCycles: sum(workers.map((worker) => worker.lateCycles)),
  };
}
