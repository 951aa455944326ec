import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Environment = Readonly<Record<string, string | undefined>>;

/** The programs that native code is built into. */
export type Program = 'omx-clap-host' | 'omx-clap-scan' | 'omx-probe';

/** Root of the repository, found relative to this package. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** The build folder in use: OMX_BUILD_DIR, else the user's release build. */
export function buildDir(environment: Environment = process.env): string {
  return environment.OMX_BUILD_DIR || join(repositoryRoot, 'build', 'release');
}

/** Path of a program of ours in the build folder. */
export function programPath(program: Program, environment: Environment = process.env): string {
  return join(buildDir(environment), 'bin', program);
}

/** Folder of our own plugins in the build folder. */
export function ownPluginDir(environment: Environment = process.env): string {
  return join(buildDir(environment), 'clap');
}

/** Our own CLAP plugins: one file. */
export function ownClapFile(environment: Environment = process.env): string {
  return join(ownPluginDir(environment), 'omx.clap');
}

/** Our own LV2 plugins: one bundle. */
export function ownLv2Bundle(environment: Environment = process.env): string {
  return join(buildDir(environment), 'lv2', 'omx.lv2');
}

/** Where caches live: plugin-hostd in the user's cache folder. */
export function cacheDir(environment: Environment = process.env): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'plugin-hostd');
}
