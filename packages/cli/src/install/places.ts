import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';

/** What the command line says about where to install. */
export interface Wishes {
  readonly prefix: string | undefined;
  readonly system: boolean;
  readonly clapDir: string | undefined;
  readonly lv2Dir: string | undefined;
}

/** The folders that hosts look for plugins in. */
export interface Places {
  readonly clap: string;
  readonly lv2: string;
}

/** Where each format goes: the user's own folders, those below a prefix or those of the system, unless one is named. */
export function placesFor(
  { prefix, system, clapDir, lv2Dir }: Wishes,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Places, Failure> {
  if (prefix !== undefined && system) {
    return fail('bad_request', { reason: '--prefix and --system exclude each other' });
  }
  const home = environment.HOME || homedir();
  const root = system ? '/usr' : prefix;
  const usual =
    root === undefined
      ? { clap: join(home, '.clap'), lv2: join(home, '.lv2') }
      : { clap: join(root, 'lib', 'clap'), lv2: join(root, 'lib', 'lv2') };
  return ok({ clap: resolve(clapDir ?? usual.clap), lv2: resolve(lv2Dir ?? usual.lv2) });
}
