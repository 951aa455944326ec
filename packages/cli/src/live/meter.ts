const lowestDb = -60;
const cells = 12;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of twelve cells from -60 to 0 dBFS, in steps of an eighth of a cell. */
export function meter(db: number | null): string {
  const share = db === null ? 0 : Math.min(1, Math.max(0, (db - lowestDb) / -lowestDb));
  const steps = Math.round(share * cells * eighths.length);
  const bar = '█'.repeat(Math.floor(steps / eighths.length)) + (eighths[steps % eighths.length] ?? '');
  return bar.padEnd(cells);
}
