import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sound card that nobody uses. */
export interface FreeCard {
  readonly device: string;
  readonly name: string;
  readonly captures: boolean;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Whether every substream of a PCM device is closed. */
function isFree(pcm: string): boolean {
  const subs = readdirSync(pcm).filter((name) => /^sub\d+$/.test(name));
  return subs.every((sub) => read(join(pcm, sub, 'status')).trim() === 'closed');
}

/**
 * The first card whose playback (and capture, where it has one) nobody has open; null when there is none.
 * @param root where ALSA's proc folder is
 */
export function findFreeCard(root = '/proc/asound'): FreeCard | null {
  const names = new Map(
    [...read(join(root, 'cards')).matchAll(/^\s*(\d+)\s+\[.*?\]:\s*(.+)$/gm)].map((m) => [m[1], m[2]]),
  );
  for (const [number, name] of names) {
    const dir = join(root, `card${number}`);
    const pcms = readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^pcm0[pc]$/.test(entry.name))
      .map((entry) => entry.name);
    if (pcms.includes('pcm0p') && pcms.every((pcm) => isFree(join(dir, pcm))))
      return { device: `hw:${number}`, name: name?.trim() ?? '', captures: pcms.includes('pcm0c') };
  }
  return null;
}
