import { atLeast, atMost } from '../bar.js';
import type { Measurement } from '../bench.js';
import { figure, type Table } from '../report/table.js';
import { estimateMedian } from '../statistics/bootstrap.js';
import type { Random } from '../statistics/random.js';
import type { AddPair } from './add-times.js';
import type { PluginSample } from './measure-plugin.js';

/** A plugin that could not be measured, and why. */
export interface Absent {
  readonly uri: string;
  readonly problem: string;
}

const timeLimitNs = 1000;
const memoryLimit = 1.1;
const addLimitMs = 5;
const wantedPlugins = 20;

/** What the adapter adds to a cycle, in ns: the median over the rounds. */
export function addedNs(sample: PluginSample, random: Random): number {
  return estimateMedian(
    sample.rounds.map(([direct, adapted]) => adapted - direct),
    random,
  ).median;
}

/** Memory of the first instance with its host, over what it is without the adapter. */
export function firstRatio({ direct, adapted }: PluginSample): number {
  return adapted.firstBytes / direct.firstBytes;
}

function differing(sample: PluginSample): number {
  return sample.comparisons.filter(({ result }) => !result.identical).length;
}

function pluginTable(samples: readonly PluginSample[], random: Random): Table {
  const kib = (bytes: number) => (bytes / 1024).toFixed(0);
  return {
    title: 'Each plugin, directly through lilv and through the adapter, 128 frames at 48 kHz',
    columns: [
      'plugin',
      'direct µs',
      'added ns',
      'first, direct KiB',
      'first, adapter KiB',
      'each further, direct KiB',
      'each further, adapter KiB',
      'compared',
      'differing',
    ],
    rows: samples.map((sample) => [
      sample.uri,
      figure(
        estimateMedian(
          sample.rounds.map(([direct]) => direct / 1000),
          random,
        ).median,
      ),
      addedNs(sample, random).toFixed(0),
      kib(sample.direct.firstBytes),
      kib(sample.adapted.firstBytes),
      kib(sample.direct.eachBytes),
      kib(sample.adapted.eachBytes),
      String(sample.comparisons.length),
      String(differing(sample)),
    ]),
  };
}

function differencesTable(samples: readonly PluginSample[]): Table {
  return {
    title: 'Where they differ first',
    columns: ['plugin', 'rate', 'block', 'port', 'frame', 'direct', 'adapter'],
    rows: samples.flatMap(({ uri, comparisons }) =>
      comparisons.flatMap(({ setup, result }) =>
        result.identical
          ? []
          : [
              [
                uri,
                String(setup.rateHz),
                String(setup.blockFrames),
                result.symbol,
                String(result.frame),
                result.direct,
                result.adapted,
              ],
            ],
      ),
    ),
  };
}

function addTable(adds: readonly AddPair[], random: Random): Table {
  const names = [...new Set(adds.map(({ name }) => name))];
  return {
    title: 'add in a fresh worker, the index of bundles being there, ms',
    columns: ['plugin', 'CLAP', 'LV2', 'more'],
    rows: names.map((name) => {
      const own = adds.filter((it) => it.name === name);
      const median = (of: (it: AddPair) => number) => figure(estimateMedian(own.map(of), random).median);
      return [
        name,
        median((it) => it.clapMs),
        median((it) => it.lv2Ms),
        median((it) => it.lv2Ms - it.clapMs),
      ];
    }),
  };
}

/** Tables and bars of a run. */
export function costMeasurement(
  samples: readonly PluginSample[],
  absent: readonly Absent[],
  adds: readonly AddPair[],
  random: Random,
): Measurement {
  const compared = samples.flatMap(({ comparisons }) => comparisons);
  const silent = samples.filter(({ comparisons }) =>
    comparisons.some(({ result }) => result.identical && !result.sounds),
  );
  const addedMs = estimateMedian(
    adds.map(({ lv2Ms, clapMs }) => lv2Ms - clapMs),
    random,
  ).median;
  const total = (of: (it: PluginSample) => number) => samples.reduce((sum, it) => sum + of(it), 0);
  return {
    bars: [
      atLeast('plugins compared, at least', samples.length, '', wantedPlugins),
      atMost('comparisons that differ in a bit', samples.length === 0 ? Number.NaN : total(differing), '', 0),
      atMost(
        'cycle, most that the adapter adds (p50)',
        Math.max(...samples.map((it) => addedNs(it, random))),
        'ns',
        timeLimitNs,
      ),
      atMost(
        'memory of a plugin and its host over lilv alone, most',
        Math.max(...samples.map(firstRatio)),
        '',
        memoryLimit,
      ),
      atMost(
        'memory of each further instance over lilv alone, all together',
        total((it) => it.adapted.eachBytes) / total((it) => it.direct.eachBytes),
        '',
        memoryLimit,
      ),
      atMost('add of LV2 above its CLAP twin (p50)', addedMs, 'ms', addLimitMs),
    ],
    tables: [pluginTable(samples, random), differencesTable(samples), addTable(adds, random)],
    notes: [
      `${compared.length} comparisons of half a second each: noise into every audio input, notes into every note input.`,
      ...silent.map(({ uri }) => `${uri} stayed silent, so its comparisons prove little.`),
      ...absent.map(({ uri, problem }) => `${uri} was not measured: ${problem}.`),
    ],
    samples: { plugins: samples, adds },
  };
}
