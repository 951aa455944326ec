import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Puts a copy of a file or folder into a folder, which is made where it is missing. What was there before is replaced when the copy is
 * whole, so that no program ever finds half of it. Throws what the file system says.
 */
export async function replaceWithCopy(source: string, folder: string): Promise<string> {
  const name = basename(source);
  const target = join(folder, name);
  await mkdir(folder, { recursive: true });
  const aside = await mkdtemp(join(folder, '.plugin-hostd-'));
  try {
    const made = join(aside, name);
    await cp(source, made, { recursive: true, dereference: true });
    const old = join(aside, 'old');
    // A file is replaced in one step. A folder cannot be: it is moved aside first, and back if the copy cannot take its place.
    const movedAside = await isFolder(target);
    if (movedAside) await rename(target, old);
    try {
      await rename(made, target);
    } catch (error) {
      if (movedAside) await rename(old, target);
      throw error;
    }
    return target;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Takes a file or folder away; its path, or undefined when it was not there. Throws what the file system says. */
export async function removeFrom(folder: string, name: string): Promise<string | undefined> {
  const target = join(folder, name);
  if ((await stat(target).catch(() => undefined)) === undefined) return undefined;
  const aside = await mkdtemp(join(folder, '.plugin-hostd-'));
  try {
    await rename(target, join(aside, name));
    return target;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
