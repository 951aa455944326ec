import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The mod-host on the PATH; null when there is none. */
export function findModHost(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'mod-host');
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
