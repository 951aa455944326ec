import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure, pluginSchema, scanFailureSchema } from '@plugin-hostd/contracts';
import { z } from 'zod';

const entrySchema = z.object({
  path: z.string(),
  mtimeMs: z.number(),
  bytes: z.number(),
  plugins: z.array(pluginSchema),
  failures: z.array(scanFailureSchema),
});

const cacheVersion = 2;
const cacheSchema = z.object({ version: z.literal(cacheVersion), entries: z.array(entrySchema) });

/** What a scan found in one file or bundle. */
export type CacheEntry = z.infer<typeof entrySchema>;

/** Reads the cache by path of the plugin file or bundle; an absent, damaged or older cache is an empty one. */
export async function readCache(path: string): Promise<ReadonlyMap<string, CacheEntry>> {
  try {
    const cache = cacheSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return new Map(cache.entries.map((entry) => [entry.path, entry]));
  } catch {
    return new Map();
  }
}

/** Writes the cache in one step, so that a reader sees the old one or the new one. */
export async function writeCache(
  path: string,
  entries: readonly CacheEntry[],
): Promise<Result<void, Failure>> {
  const part = `${path}.${process.pid}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(part, JSON.stringify({ version: cacheVersion, entries }));
    await rename(part, path);
    return ok(undefined);
  } catch (error) {
    return err(failure('file_unwritable', { file: path, reason: (error as Error).message }));
  }
}
