import { constants, type Stats } from 'node:fs';
import { access, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';
import { reasonOf } from '../reason.js';

/** Where a render writes: a file in a folder of its own beside the output, which gets its name when it is whole. */
export interface OutputFile {
  /** What the worker writes. */
  readonly path: string;
  /** False for a device or a pipe, which is written directly and cannot be read back. */
  readonly regular: boolean;
  /** Gives the file its name. */
  keep(): Promise<Result<void, Failure>>;
  /** Takes away what was not kept. Can be called twice. */
  discard(): Promise<void>;
}

/** Checks that `output` can be written and is not `input`, then makes a place for it. */
export async function openOutput(input: string, output: string): Promise<Result<OutputFile, Failure>> {
  try {
    await access(input, constants.R_OK);
  } catch (error) {
    return fail('file_unreadable', { file: input, reason: reasonOf(error) });
  }
  const unwritable = (reason: string) => fail('file_unwritable', { file: output, reason });
  const [source, target] = await Promise.all([stat(input), stat(output).catch(() => undefined)]);
  if (source.isDirectory()) return fail('file_unreadable', { file: input, reason: 'it is a folder' });
  if (target !== undefined && isSame(source, target)) return unwritable('it is the input');
  if (target?.isDirectory()) return unwritable('it is a folder');
  if (target !== undefined && !target.isFile()) {
    const nothing = async () => ok(undefined);
    return ok({ path: output, regular: false, keep: nothing, discard: async () => {} });
  }
  try {
    if (target !== undefined) await access(output, constants.W_OK);
    const folder = await mkdtemp(join(dirname(output), '.plugin-hostd-'));
    return ok(fileIn(folder, output));
  } catch (error) {
    return unwritable(reasonOf(error));
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

function fileIn(folder: string, output: string): OutputFile {
  const path = join(folder, basename(output));
  const discard = () => rm(folder, { recursive: true, force: true });
  const keep = async (): Promise<Result<void, Failure>> => {
    try {
      await rename(path, output);
      await discard();
      return ok(undefined);
    } catch (error) {
      return fail('file_unwritable', { file: output, reason: reasonOf(error) });
    }
  };
  return { path, regular: true, keep, discard };
}
