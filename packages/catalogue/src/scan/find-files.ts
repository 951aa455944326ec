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

const multiarch: Readonly<Record<string, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
  arm: 'arm-linux-gnueabihf',
};

/** Where LV2 bundles are looked for, in order: $LV2_PATH, else the user's folder and the system's. */
export function lv2Path(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const home = environment.HOME || homedir();
  const machine = multiarch[process.arch];
  const usual = [
    '~/.lv2',
    ...(machine ? [`/usr/lib/${machine}/lv2`] : []),
    '/usr/lib/lv2',
    '/usr/local/lib/lv2',
  ];
  const listed = environment.LV2_PATH ? environment.LV2_PATH.split(':') : usual;
  const whole = listed.filter((dir) => dir !== '').map((dir) => dir.replace(/^~(?=\/|$)/, home));
  return [...new Set(whole.map((dir) => dir.replace(/(?<=.)\/+$/, '')))];
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

/** Describes an LV2 bundle by the newest of its files and their sizes; null for a folder that is none. */
export async function describeBundle(path: string): Promise<PluginFile | null> {
  const names: readonly string[] = await readdir(path).catch(() => []);
  if (!names.includes('manifest.ttl')) return null;
  const infos = await Promise.all(
    [path, ...names.map((name) => join(path, name))].map((it) => stat(it).catch(() => null)),
  );
  const found = infos.filter((info) => info !== null);
  return {
    path,
    mtimeMs: Math.max(...found.map((info) => info.mtimeMs)),
    bytes: found.reduce((sum, info) => sum + (info.isFile() ? info.size : 0), 0),
  };
}

/** The bundles of the folders, each once, in the order of the search path. */
export async function findBundles(dirs: readonly string[]): Promise<readonly PluginFile[]> {
  const listed = await Promise.all(
    dirs.map(async (dir) => (await readdir(dir).catch(() => [])).sort().map((name) => join(dir, name))),
  );
  const bundles = await Promise.all([...new Set(listed.flat())].map(describeBundle));
  return bundles.filter((bundle) => bundle !== null);
}
