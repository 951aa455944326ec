/** A promise with a number: what was measured, and what it must not exceed. */
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
