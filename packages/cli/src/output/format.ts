/** A time in µs, with as many digits as help: 0.82, 12.3, 140. */
export function microseconds(us: number): string {
  return us < 10 ? us.toFixed(2) : us < 100 ? us.toFixed(1) : us.toFixed(0);
}

/** A share in percent: 0.42 %, 8.1 %, 55 %. */
export function percent(share: number): string {
  return `${share < 1 ? share.toFixed(2) : share < 10 ? share.toFixed(1) : share.toFixed(0)} %`;
}

/** A level in dB; silence as a dash. */
export function level(db: number | null): string {
  return db === null || !Number.isFinite(db) ? '-' : db.toFixed(1);
}

/** A size in MB (10^6 bytes). */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A time in seconds as 7 s, 3 min 20 s, 2 h 5 min, 4 d 3 h. */
export function duration(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 86400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86400)} d ${Math.floor((whole % 86400) / 3600)} h`;
}

/** A count and its noun: 1 plugin, 3 plugins. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Frames as frames and milliseconds: 256 frames (5.33 ms). */
export function frames(number: number, sampleRate: number): string {
  return `${count(number, 'frame')} (${((number / sampleRate) * 1000).toFixed(2)} ms)`;
}
