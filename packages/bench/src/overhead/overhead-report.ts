import { atMost, type Bar } from '../bar.js';
import { figure, type Table } from '../report/table.js';
import type { Estimate } from '../statistics/bootstrap.js';
import type { OverheadResult } from './overhead.js';

const us = (ns: number) => ns / 1000;
const megabytes = (bytes: number) => bytes / 1024 / 1024;
const interval = (estimate: Estimate, scale = 1) =>
  `${figure(estimate.low * scale)} to ${figure(estimate.high * scale)}`;

type Case = OverheadResult['cases'][number];

/** Worker less floor, per instance, in µs. */
function hostCostUs({ chain, figures }: Case): number {
  return us(figures.differenceNs.median) / chain.plugins.length;
}

/** The promises of `bench overhead`. */
export function overheadBars({ cases, idle }: OverheadResult): readonly Bar[] {
  const [zam, omx, gain] = cases as [Case, Case, Case];
  const extraMb = megabytes(zam.samples.workerPssBytes - zam.samples.floorPssBytes);
  return [
    atMost('cycle time over the floor, 16 zam plugins', zam.figures.ratio.median, 'ratio', 1.05),
    atMost('host cost per omx instance', hostCostUs(omx), 'µs', 0.2),
    atMost('host cost per step, gain-only plugins', hostCostUs(gain), 'µs', 0.5),
    atMost('voluntary switches per cycle of the worker', zam.figures.switchesPerCycle, 'per cycle', 1.02),
    atMost('worker PSS above the floor', extraMb, 'MB', 3),
    atMost('switches of an idle daemon', idle.switchesPerSecond, 'per second', 5),
    atMost('CPU of an idle daemon', idle.cpuPercent, '%', 0.3),
  ];
}

function timeTable(cases: readonly Case[]): Table {
  return {
    title: 'Time per cycle',
    columns: [
      'chain',
      'worker µs',
      'floor µs',
      'ratio',
      'ratio, 95 % interval',
      'CPU ratio',
      'host µs per instance',
      '95 % interval',
      "by the worker's own count",
      'pairs',
      'disturbed',
      'ratio of quiet pairs',
      'late cycles',
    ],
    rows: cases.map(({ chain, figures }) => {
      const perInstance = 0.001 / chain.plugins.length;
      return [
        chain.title,
        figure(us(figures.workerNs)),
        figure(us(figures.floorNs)),
        figure(figures.ratio.median),
        interval(figures.ratio),
        figure(figures.cpuRatio.median),
        figure(figures.differenceNs.median * perInstance),
        interval(figures.differenceNs, perInstance),
        figure(figures.ownNs * perInstance),
        String(figures.ratio.count),
        String(figures.disturbedPairs),
        figure(figures.quietRatio),
        String(figures.lateCycles),
      ];
    }),
  };
}

function memoryTable(cases: readonly Case[]): Table {
  return {
    title: 'Memory and wake-ups',
    columns: ['chain', 'worker PSS MB', 'floor PSS MB', 'voluntary switches per cycle'],
    rows: cases.map(({ chain, samples, figures }) => [
      chain.title,
      figure(megabytes(samples.workerPssBytes)),
      figure(megabytes(samples.floorPssBytes)),
      figure(figures.switchesPerCycle),
    ]),
  };
}

export function overheadTables({ cases, idle }: OverheadResult): readonly Table[] {
  const daemon = {
    title: 'Daemon without clients, 16 plugins playing',
    columns: ['switches per second', 'of them involuntary', 'CPU %', 'PSS MB'],
    rows: [
      [
        figure(idle.switchesPerSecond),
        figure(idle.involuntaryPerSecond),
        figure(idle.cpuPercent),
        figure(megabytes(idle.pssBytes)),
      ],
    ],
  };
  return [timeTable(cases), memoryTable(cases), daemon];
}

/** How it was measured, and what was not. */
export function overheadNotes(held: boolean): readonly string[] {
  return [
    'Worker and floor are loaded side by side in one jackd and take turns: one runs its plugins while the other rests (the worker ' +
      'with all instances bypassed, the floor with an empty callback). Run at once they would contend for caches and memory, which ' +
      'no user does to them; in turns each has the machine to itself, and a pair of adjacent windows, in an order left to chance, ' +
      'cancels drifts. Figures are medians over pairs.',
    'Both are fed by the same client with steady noise and kept on the same processor. Time is that inside the callback, by the ' +
      "clock; the CPU ratio is that of the audio threads as the kernel counts it, JACK's part included.",
    'Memory is the proportional set size with both loaded, so that what they share is split alike.',
    'A pair is marked as disturbed when others used more than a fifth of a processor, or the hypervisor took more than 1 %, in either ' +
      'window. Disturbed pairs count in the bars; the ratio without them stands beside it.',
    held
      ? 'Deep idle states were held off (/dev/cpu_dma_latency).'
      : 'Deep idle states were not held off: /dev/cpu_dma_latency may not be opened. Late cycles may be the machine.',
    'Not measured: a real sound card, other periods, chains of several clients.',
  ];
}
