import { bucketFloorNs } from '@plugin-hostd/contracts';

/** Counts that were added to a histogram between two readings. The words are 32 bits wide and wrap. */
export function histogramDifference(
  before: readonly number[] | null,
  after: readonly number[],
): readonly number[] {
  return after.map((count, i) => (count - (before?.[i] ?? 0)) >>> 0);
}

/** Time in ns that a bucket stands for: the middle of its range on a linear scale. */
function bucketMiddleNs(bucket: number, buckets: number): number {
  const floor = bucketFloorNs(bucket);
  return bucket + 1 < buckets ? (floor + bucketFloorNs(bucket + 1)) / 2 : floor;
}

/**
 * The p-th percentile (0 to 1, nearest rank) in ns of what happened between two readings of a histogram; null when nothing did. The
 * value is the middle of a bucket, so it is within 12.5 % of the true one.
 */
export function percentileNs(
  before: readonly number[] | null,
  after: readonly number[],
  p: number,
): number | null {
  const counts = histogramDifference(before, after);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(p * total));
  let seen = 0;
  const bucket = counts.findIndex((count) => {
    seen += count;
    return seen >= rank;
  });
  return bucketMiddleNs(bucket, counts.length);
}

/** Upper end in ns of the highest bucket that was hit between two readings; null when none was. */
export function highestNs(before: readonly number[] | null, after: readonly number[]): number | null {
  const counts = histogramDifference(before, after);
  const bucket = counts.findLastIndex((count) => count > 0);
  if (bucket < 0) return null;
  return bucket + 1 < counts.length ? bucketFloorNs(bucket + 1) : bucketFloorNs(bucket);
}
