import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ownPluginDir } from '@plugin-hostd/host';

/** A plugin file as the cache tells whether it changed. */
export interface PluginFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly bytes: number;
}

/** Where CLAP plugins are looked for, in order: our own build, $CLAP_PATH, the user's folder, the system's. */
export function searchPath(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const listed = (environment.CLAP_PATH ?? '').split(':').filter((dir) => dir !== '');
  const home = environment.HOME || homedir();
  const standard = [join(home, '.clap'), '/usr/lib/clap', '/usr/local/lib/clap'];
  return [...new Set([ownPluginDir(environment), ...listed, ...standard])];
}

/** Describes a file; null when it is gone or is no file. */
export async function describeFile(path: string): Promise<PluginFile | null> {
  const info = await stat(path).catch(() => null);
  return info?.isFile() ? { path, mtimeMs: info.mtimeMs, bytes: info.size } : null;
}

/** The `.clap` files of the folders and the folders inside them, each once, in the order of the search path. */
export async function findPluginFiles(dirs: readonly string[]): Promise<readonly PluginFile[]> {
  const paths = new Set<string>();
  for (const dir of dirs) {
    const entries = await readdir(dir, { recursive: true }).catch(() => []);
    for (const entry of entries.filter((name) => name.endsWith('.clap')).sort()) paths.add(join(dir, entry));
  }
  const files = await Promise.all([...paths].map(describeFile));
  return files.filter((file) => file !== null);
}
