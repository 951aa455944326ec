import { basename, join, resolve as resolvePath } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Plugin, type ScanFailure } from '@plugin-hostd/contracts';
import { cacheDir } from '@plugin-hostd/host';
import { resolvePlugin, splitPath } from './plugins/resolve-plugin.js';
import { folded } from './plugins/similar.js';
import { type CacheEntry, readCache, writeCache } from './scan/cache.js';
import { describeFile, findPluginFiles, type PluginFile, searchPath } from './scan/find-files.js';
import { scanFile } from './scan/run-scanner.js';

/** How far a scan is: files looked into, of how many, and the one that was just done. */
export interface ScanProgress {
  readonly done: number;
  readonly total: number;
  readonly path: string;
}

export interface ScanOptions {
  /** Look into every file, even those that did not change since they were scanned. */
  readonly force?: boolean;
  readonly onProgress?: (progress: ScanProgress) => void;
}

export interface CatalogueOptions {
  /** Folders to look in; the standard ones if left out. */
  readonly dirs?: readonly string[];
  readonly cacheFile?: string;
}

const parallelScans = 2;

function unchanged(entry: CacheEntry | undefined, file: PluginFile): entry is CacheEntry {
  return entry !== undefined && entry.mtimeMs === file.mtimeMs && entry.bytes === file.bytes;
}

/** The plugin id that a scanner's reason begins with, when it got as far as to know one: `<id> crashed in init`, `<id>: …`. */
function idIn(reason: string): string | null {
  return /^[^\s/:]+\.[^\s/:]+(?=[\s:])/.exec(reason)?.[0] ?? null;
}

/** Whether a text names the plugin of a file that could not be used: by the id in the scanner's reason, else by the file's name. */
function isAbout({ path, reason }: ScanFailure, text: string): boolean {
  const id = idIn(reason);
  if (id !== null && text.includes('.')) return id.toLowerCase() === text.toLowerCase();
  const name = folded(basename(path, '.clap'));
  return name === folded(text) || name === folded(text.split('.').at(-1) ?? '');
}

/** The failure of a plugin whose file could not be used; its id is not said twice. */
function brokenFile(plugin: string, { path, reason }: ScanFailure): Result<never, Failure> {
  const id = idIn(reason);
  const said = id === plugin ? reason.slice(id.length) : reason;
  const rest = said.startsWith(' ') ? `it${said}` : said.replace(/^:\s*/, '');
  return fail('plugin_failed', { plugin, reason: rest.replace(/\.$/, ''), file: path });
}

/** The plugins that exist on this machine, as last scanned. */
export class Catalogue {
  readonly #dirs: readonly string[];
  readonly #cacheFile: string;
  #entries: ReadonlyMap<string, CacheEntry> = new Map();

  constructor(options: CatalogueOptions = {}) {
    this.#dirs = options.dirs ?? searchPath();
    this.#cacheFile = options.cacheFile ?? join(cacheDir(), 'catalogue.json');
  }

  /** Known plugins in the order of the search path. */
  get plugins(): readonly Plugin[] {
    return [...this.#entries.values()].flatMap((entry) => entry.plugins);
  }

  /** Files that could not be used, and why. */
  get failures(): readonly ScanFailure[] {
    return [...this.#entries.values()].flatMap((entry) => entry.failures);
  }

  /** Brings the catalogue up to date: scans new and changed files, forgets those that are gone, writes the cache. */
  async scan(options: ScanOptions = {}): Promise<Result<void, Failure>> {
    const known = options.force ? new Map<string, CacheEntry>() : await readCache(this.#cacheFile);
    const files = await findPluginFiles(this.#dirs);
    const stale = files.filter((file) => !unchanged(known.get(file.path), file));
    const scanned = await this.#scanFiles(stale, options.onProgress);
    if (!scanned.ok) return scanned;
    const entries = files.flatMap((file) => scanned.value.get(file.path) ?? known.get(file.path) ?? []);
    this.#entries = new Map(entries.map((entry) => [entry.path, entry]));
    // A cache that cannot be written costs time at the next start, and nothing else.
    if (stale.length > 0 || known.size !== entries.length) await writeCache(this.#cacheFile, entries);
    return ok(undefined);
  }

  /** Finds the plugin that a text means; a path to a file that is not known is scanned on the spot. */
  async resolve(text: string): Promise<Result<Plugin, Failure>> {
    const named = splitPath(text);
    const path = named ? resolvePath(named.path) : undefined;
    if (path !== undefined) {
      const file = await describeFile(path);
      if (file && !unchanged(this.#entries.get(path), file)) {
        const scanned = await this.#scanFiles([file]);
        if (!scanned.ok) return scanned;
        this.#entries = new Map([...this.#entries, ...scanned.value]);
      }
    }
    const absolute = path === undefined ? text : [path, named?.id].filter(Boolean).join('#');
    return this.#explained(resolvePlugin(this.plugins, absolute), text, path);
  }

  /** Says what the scanner said about the file that is meant, in place of a failure to find anything in it. */
  #explained(result: Result<Plugin, Failure>, text: string, path?: string): Result<Plugin, Failure> {
    if (result.ok || result.error.code !== 'plugin_not_found') return result;
    if (path === undefined) {
      const failed = this.failures.find((failure) => isAbout(failure, text));
      return failed ? brokenFile(text, failed) : result;
    }
    const entry = this.#entries.get(path);
    if (!entry) return fail('file_unreadable', { file: path, reason: 'there is no such file' });
    const [failed] = entry.failures;
    return failed && entry.plugins.length === 0 ? brokenFile(path, failed) : result;
  }

  async #scanFiles(
    files: readonly PluginFile[],
    onProgress?: (progress: ScanProgress) => void,
  ): Promise<Result<ReadonlyMap<string, CacheEntry>, Failure>> {
    const entries = new Map<string, CacheEntry>();
    const queue = [...files];
    const take = async (): Promise<Result<void, Failure>> => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const output = await scanFile(file.path);
        if (!output.ok) return output;
        entries.set(file.path, { ...file, ...output.value });
        onProgress?.({ done: entries.size, total: files.length, path: file.path });
      }
      return ok(undefined);
    };
    const outcomes = await Promise.all(Array.from({ length: parallelScans }, take));
    return outcomes.find((outcome) => !outcome.ok) ?? ok(entries);
  }
}
