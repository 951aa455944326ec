import { atMost } from '../bar.js';
import type { Measurement } from '../bench.js';
import { figure } from '../report/table.js';
import { estimateMedian } from '../statistics/bootstrap.js';
import { quantile } from '../statistics/quantile.js';
import type { Random } from '../statistics/random.js';
import { type ChainStart, expression } from './chain-starter.js';

/** One chain and one bare client, started one after the other. */
export interface StartupPair {
  readonly chain: ChainStart;
  readonly bareMs: number;
}

function row(name: string, values: readonly number[], random: Random): readonly string[] {
  const { median, low, high } = estimateMedian(values, random);
  const tail = [quantile(values, 0.9), Math.max(...values)];
  return [name, figure(median), `${figure(low)} to ${figure(high)}`, ...tail.map(figure)];
}

/** What the pairs say. */
export function startupMeasurement(
  pairs: readonly StartupPair[],
  held: boolean,
  random: Random,
): Measurement {
  const above = pairs.map(({ chain, bareMs }) => chain.soundMs - bareMs);
  const series = {
    'chain request to first sound': pairs.map(({ chain }) => chain.soundMs),
    'bare client, open to first cycle': pairs.map(({ bareMs }) => bareMs),
    difference: above,
    'chain request to its reply': pairs.map(({ chain }) => chain.replyMs),
  };
  return {
    bars: [
      atMost(
        'chain request to first sound above a bare client',
        estimateMedian(above, random).median,
        'ms',
        10,
      ),
    ],
    tables: [
      {
        title: 'Start-up, ms',
        columns: ['what', 'median', '95 % interval', '90th percentile', 'max'],
        rows: Object.entries(series).map(([name, values]) => row(name, values, random)),
      },
    ],
    notes: [
      `The chain is ${expression} in a new worker each time; the first one is left out. Its request is sent over HTTP and names ` +
        'the ports of a source of noise and of a recorder, which it is connected to.',
      'A bare client opens, activates and waits for its first callback, in the same server, before or after the chain as chance ' +
        'has it.',
      held
        ? 'Deep idle states were held off (/dev/cpu_dma_latency).'
        : 'Deep idle states were not held off: /dev/cpu_dma_latency may not be opened.',
    ],
    samples: { pairs },
  };
}
