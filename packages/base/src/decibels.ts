/** Level in dB of a linear amplitude (20·log10); `-Infinity` for silence. */
export function decibels(amplitude: number): number {
  return 20 * Math.log10(Math.abs(amplitude));
}

/** Linear amplitude of a level in dB (10^(dB/20)). */
export function amplitude(levelDb: number): number {
  return 10 ** (levelDb / 20);
}
