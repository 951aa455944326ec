import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** A folder of files as one file: mod-host keeps the state of a plugin in several. */
const packedSchema = z.object({
  format: z.literal('plugin-hostd mod-host state'),
  files: z.record(z.string(), z.string()).describe('content by path, base64'),
});

/** Writes the files below a folder into one. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(folder, path)] = (await readFile(path)).toString('base64');
  }
  await writeFile(file, JSON.stringify({ format: 'plugin-hostd mod-host state', files }), { mode: 0o600 });
}

/** Writes the files again that were packed; throws when it is no such file, or a path leads out of the folder. */
export async function unpackFolder(file: string, folder: string): Promise<void> {
  const { files } = packedSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    if (relative(folder, target).startsWith('..')) throw new Error(`${path} leads out of the state`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, Buffer.from(content, 'base64'));
  }
}
