import { existsSync } from 'node:fs';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';

/** Spoken recordings that Debian's alsa-utils installs. */
const recordings = [
  '/usr/share/sounds/alsa/Front_Center.wav',
  '/usr/share/sounds/alsa/Front_Left.wav',
  '/usr/share/sounds/alsa/Rear_Center.wav',
];

/** The recording that the demo plays: the one that was asked for, else one that the system has. */
export function findRecording(asked: string | undefined): Result<string, Failure> {
  const found = asked ?? recordings.find((path) => existsSync(path));
  if (found !== undefined && existsSync(found)) return ok(found);
  const file = found ?? recordings[0] ?? '';
  return fail('file_unreadable', { file, reason: 'there is no such file' });
}
