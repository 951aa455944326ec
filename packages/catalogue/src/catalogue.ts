import { basename, join, resolve as resolvePath } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Plugin, type ScanFailure } from '@plugin-hostd/contracts';
import { cacheDir } from '@plugin-hostd/host';
import { resolvePlugin, splitPath } from './plugins/resolve-plugin.js';
import { folded } from './plugins/similar.js';
import { type CacheEntry, readCache, writeCache } from './scan/cache.js';
import {
  describeFile,
  findBundles,
  findPluginFiles,
  lv2Path,
  type PluginFile,
  searchPath,
} from './scan/find-files.js';
import { scanPaths } from './scan/run-scanner.js';

/** How far a scan is: files and bundles looked into, of how many, and the one that was just done. */
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
  /** Folders to look for CLAP files in; the standard ones if left out. */
  readonly dirs?: readonly string[];
  /** Folders to look for LV2 bundles in; the standard ones if left out, or none when there are `dirs`. */
  readonly lv2Dirs?: readonly string[];
  readonly cacheFile?: string;
  /** Whether LV2 plugins that cannot run here count, for somebody else to run them. */
  readonly takesRefused?: boolean;
}

const parallelScans = 2;

/** Bundles are many and small: several for one scanner, which looks into each in a process of its own. */
const bundlesPerScan = 24;

function unchanged(entry: CacheEntry | undefined, file: PluginFile): entry is CacheEntry {
  return entry !== undefined && entry.mtimeMs === file.mtimeMs && entry.bytes === file.bytes;
}

/** The plugin id or URI that a scanner's reason begins with, when it got as far as to know one: `<id> crashed in init`, `<id>: …`. */
function idIn(reason: string): string | null {
  return /^(?:[^\s/:]+\.[^\s/:]+|[a-zA-Z][\w+.-]*:\S+?)(?=:?\s)/.exec(reason)?.[0] ?? null;
}

/** Whether a text names the plugin of a file that could not be used: by the id in the scanner's reason, else by the file's name. */
function isAbout({ path, reason }: ScanFailure, text: string): boolean {
  const id = idIn(reason);
  if (id !== null && (text.includes('.') || text.includes(':')))
    return id.toLowerCase() === text.toLowerCase();
  const name = folded(basename(path).replace(/\.(clap|lv2)$/, ''));
  return name === folded(text) || name === folded(text.split('.').at(-1) ?? '');
}

/** The failure of a plugin whose file could not be used; its id is not said twice. */
function brokenFile(plugin: string, { path, reason }: ScanFailure): Result<never, Failure> {
  const id = idIn(reason);
  const said = id === plugin ? reason.slice(id.length) : reason;
  const rest = said.startsWith(' ') ? `it${said}` : said.replace(/^:\s*/, '');
  return fail('plugin_failed', { plugin, reason: rest.replace(/\.$/, ''), file: path });
}

function inBatches(files: readonly PluginFile[], size: number): readonly (readonly PluginFile[])[] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, i) => files.slice(i * size, (i + 1) * size));
}

/** Scans files a batch at a time, some batches beside each other. */
async function scanBatches(
  batches: readonly (readonly PluginFile[])[],
  onProgress?: (progress: ScanProgress) => void,
): Promise<Result<ReadonlyMap<string, CacheEntry>, Failure>> {
  const entries = new Map<string, CacheEntry>();
  const total = batches.flat().length;
  const queue = [...batches];
  const take = async (): Promise<Result<void, Failure>> => {
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const output = await scanPaths(batch.map(({ path }) => path));
      if (!output.ok) return output;
      const { plugins, failures } = output.value;
      for (const file of batch) {
        const own = batch.length === 1 ? plugins : plugins.filter((plugin) => plugin.bundle === file.path);
        entries.set(file.path, {
          ...file,
          plugins: own,
          failures: failures.filter((it) => it.path === file.path),
        });
        onProgress?.({ done: entries.size, total, path: file.path });
      }
    }
    return ok(undefined);
  };
  const outcomes = await Promise.all(Array.from({ length: parallelScans }, take));
  return outcomes.find((outcome) => !outcome.ok) ?? ok(entries);
}

/** The plugins that exist on this machine, as last scanned. */
export class Catalogue {
  readonly #dirs: readonly string[];
  readonly #lv2Dirs: readonly string[];
  readonly #takesRefused: boolean;
  readonly #cacheFile: string;
  #entries: ReadonlyMap<string, CacheEntry> = new Map();
  /** Names that were looked up among these entries: a chain is started by the same ones again and again. */
  readonly #named = new Map<string, Plugin>();

  constructor(options: CatalogueOptions = {}) {
    this.#dirs = options.dirs ?? searchPath();
    this.#lv2Dirs = options.lv2Dirs ?? (options.dirs ? [] : lv2Path());
    this.#takesRefused = options.takesRefused ?? false;
    this.#cacheFile = options.cacheFile ?? join(cacheDir(), 'catalogue.json');
  }

  /** Known plugins in the order of the search path, CLAP before LV2. */
  get plugins(): readonly Plugin[] {
    return this.#all.filter((plugin) => this.#takesRefused || plugin.refusal === undefined);
  }

  get #all(): readonly Plugin[] {
    return [...this.#entries.values()].flatMap((entry) => entry.plugins);
  }

  /** Files and plugins that could not be used, and why. */
  get failures(): readonly ScanFailure[] {
    return [...this.#entries.values()].flatMap((entry) => entry.failures);
  }

  /** Brings the catalogue up to date: scans new and changed files, forgets those that are gone, writes the cache. */
  async scan(options: ScanOptions = {}): Promise<Result<void, Failure>> {
    const known = options.force ? new Map<string, CacheEntry>() : await readCache(this.#cacheFile);
    const [clap, lv2] = await Promise.all([findPluginFiles(this.#dirs), findBundles(this.#lv2Dirs)]);
    const files = [...clap, ...lv2];
    const isStale = (file: PluginFile) => !unchanged(known.get(file.path), file);
    const stale = files.filter(isStale);
    const batches = [
      ...inBatches(clap.filter(isStale), 1),
      ...inBatches(lv2.filter(isStale), bundlesPerScan),
    ];
    const scanned = await scanBatches(batches, options.onProgress);
    if (!scanned.ok) return scanned;
    const entries = files.flatMap((file) => scanned.value.get(file.path) ?? known.get(file.path) ?? []);
    this.#know(new Map(entries.map((entry) => [entry.path, entry])));
    // A cache that cannot be written costs time at the next start, and nothing else.
    if (stale.length > 0 || known.size !== entries.length) await writeCache(this.#cacheFile, entries);
    return ok(undefined);
  }

  /** Finds the plugin that a text means; a path to a file that is not known is scanned on the spot. */
  async resolve(text: string): Promise<Result<Plugin, Failure>> {
    const before = this.#named.get(text);
    if (before) return ok(before);
    const named = splitPath(text);
    const path = named ? resolvePath(named.path) : undefined;
    if (path !== undefined) {
      const file = await describeFile(path);
      if (file && !unchanged(this.#entries.get(path), file)) {
        const scanned = await scanBatches([[file]]);
        if (!scanned.ok) return scanned;
        this.#know(new Map([...this.#entries, ...scanned.value]));
      }
    }
    const absolute = path === undefined ? text : [path, named?.id].filter(Boolean).join('#');
    const found = resolvePlugin(this.plugins, absolute);
    if (found.ok && path === undefined) this.#named.set(text, found.value);
    return this.#explained(found, text, path);
  }

  #know(entries: ReadonlyMap<string, CacheEntry>): void {
    this.#entries = entries;
    this.#named.clear();
  }

  /** Says what the scanner said about the file that is meant, in place of a failure to find anything in it. */
  #explained(result: Result<Plugin, Failure>, text: string, path?: string): Result<Plugin, Failure> {
    if (result.ok || result.error.code !== 'plugin_not_found') return result;
    const refused = resolvePlugin(this.#all, text);
    if (refused.ok && refused.value.refusal !== undefined)
      return fail('plugin_refused', { plugin: refused.value.id, reason: refused.value.refusal });
    if (path === undefined) {
      const failed = this.failures.find((failure) => isAbout(failure, text));
      return failed ? brokenFile(text, failed) : result;
    }
    const entry = this.#entries.get(path);
    if (!entry) return fail('file_unreadable', { file: path, reason: 'there is no such file' });
    const [failed] = entry.failures;
    return failed && entry.plugins.length === 0 ? brokenFile(path, failed) : result;
  }
}
