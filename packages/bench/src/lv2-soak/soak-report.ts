import { atMost, type Bar } from '../bar.js';
import type { Measurement } from '../bench.js';
import { growth, type MemoryPoint } from './slope.js';

/** The end of a worker. */
export interface Death {
  /** URI of the plugin that the registers blame; null when they blame none. */
  readonly plugin: string | null;
  readonly how: string;
  /** Deeds done before. */
  readonly after: number;
}

/** What a soak found. */
export interface Soaked {
  readonly plugins: readonly string[];
  readonly deeds: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly deaths: readonly Death[];
  /** Failures that are no plugin's, by their message. */
  readonly faults: ReadonlyMap<string, number>;
  /** Memory with nothing loaded, a series for each worker. */
  readonly series: readonly (readonly MemoryPoint[])[];
}

/** Growth that is allowed, per thousand deeds, once the heap has found its size. */
const growthLimitKib = 128;
/** A series with fewer points says nothing of growth, only of what was gained. */
const fewestPoints = 40;
const gainLimitMib = 32;

/** The longest series: it says most. */
function longest(series: Soaked['series']): readonly MemoryPoint[] {
  return series.reduce((best, each) => (each.length > best.length ? each : best), []);
}

/** The bar for memory: the slope of the second half, or of a short run what was gained since its first look. */
function memoryBar(points: readonly MemoryPoint[]): Bar {
  if (points.length >= fewestPoints) {
    const kib = (growth(points.slice(points.length / 2)) * 1000) / 1024;
    return atMost('growth of memory per thousand deeds, second half', kib, 'KiB', growthLimitKib);
  }
  const gained = ((points.at(-1)?.bytes ?? Number.NaN) - (points[0]?.bytes ?? Number.NaN)) / 2 ** 20;
  return atMost('memory gained in a short run', gained, 'MiB', gainLimitMib);
}

export function soakMeasurement({ plugins, deeds, counts, deaths, faults, series }: Soaked): Measurement {
  const points = longest(series);
  const unblamed = deaths.filter(({ plugin }) => plugin === null).length;
  const failed = [...faults.values()].reduce((sum, count) => sum + count, 0);
  return {
    bars: [
      atMost('ends of a worker that no plugin is blamed for', unblamed, '', 0),
      atMost('commands that failed for no fault of a plugin', failed, '', 0),
      memoryBar(points),
    ],
    tables: [
      {
        title: 'What was done',
        columns: ['deed', 'times'],
        rows: [...counts].map(([deed, times]) => [deed, String(times)]),
      },
      {
        title: 'Workers that ended',
        columns: ['blamed', 'how', 'after deeds'],
        rows: deaths.map(({ plugin, how, after }) => [plugin ?? 'nobody', how, String(after)]),
      },
      {
        title: 'Commands that failed for no fault of a plugin',
        columns: ['what', 'times'],
        rows: [...faults].map(([message, times]) => [message, String(times)]),
      },
    ],
    notes: [
      `${deeds} deeds to ${plugins.length} plugins: ${plugins.join(', ')}.`,
      `Memory is what is private to the worker with nothing loaded, over ${points.length} looks of the longest-lived worker.`,
    ],
    samples: { series, deaths },
  };
}
