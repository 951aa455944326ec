/** A promise with a number: what was measured, and its limit; a name says when that is a lower one. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: number;
  readonly holds: boolean;
}

/** A bar that holds when `value` is at most `limit`; a value that could not be measured (NaN) does not hold. */
export function atMost(name: string, value: number, unit: string, limit: number): Bar {
  return { name, value, unit, limit, holds: value <= limit };
}

/** A bar that holds when `value` is at least `limit`; NaN does not hold. Its name says so. */
export function atLeast(name: string, value: number, unit: string, limit: number): Bar {
  return { name, value, unit, limit, holds: value >= limit };
}
