import { median } from '../statistics/quantile.js';

/** Memory after so many deeds, with nothing loaded. */
export interface MemoryPoint {
  readonly deeds: number;
  readonly bytes: number;
}

/**
 * Growth in bytes per deed: the median of the slopes between all pairs of points (Theil 1950, Sen 1968), which a few points that
 * jump do not move. NaN with fewer than two points.
 */
export function growth(points: readonly MemoryPoint[]): number {
  const slopes = points.flatMap((a, i) =>
    points
      .slice(i + 1)
      .filter((b) => b.deeds !== a.deeds)
      .map((b) => (b.bytes - a.bytes) / (b.deeds - a.deeds)),
  );
  return median(slopes);
}
