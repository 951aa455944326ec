import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { Catalogue, scanPaths } from '@plugin-hostd/catalogue';
import { type Failure, fail, type Plugin, type ScanFailure } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import { progressBar } from '../output/progress.js';

/** What a scan found. */
export interface Found {
  readonly plugins: readonly Plugin[];
  readonly failures: readonly ScanFailure[];
}

/** The plugins that are installed, after looking into what is new. */
export async function scanHere(
  context: Context,
  options: { readonly force: boolean },
): Promise<Result<Found, Failure>> {
  const catalogue = await scanned(context, options);
  return catalogue.ok
    ? ok({ plugins: catalogue.value.plugins, failures: catalogue.value.failures })
    : catalogue;
}

/** A catalogue that is up to date, with progress on standard error while files are looked into. */
export async function scanned(
  context: Context,
  { force, takesRefused = false }: { readonly force: boolean; readonly takesRefused?: boolean } = {
    force: false,
  },
): Promise<Result<Catalogue, Failure>> {
  const catalogue = new Catalogue({ takesRefused });
  const bar = progressBar(context, 'Scanning plugins');
  const result = await catalogue.scan({ force, onProgress: ({ done, total }) => bar.update(done, total) });
  bar.stop();
  return result.ok ? ok(catalogue) : result;
}

/** Looks into one file or LV2 bundle. */
export async function scanOne(file: string): Promise<Result<Found, Failure>> {
  if (existsSync(join(file, 'manifest.ttl'))) return scanPaths([resolve(file)]);
  if (!file.endsWith('.clap')) {
    const reason =
      'the name of a CLAP plugin ends with .clap, and an LV2 bundle is a folder with a manifest.ttl';
    return fail('file_format', { file, reason });
  }
  const catalogue = new Catalogue({ dirs: [] });
  const path = file.includes('/') ? file : `./${file}`;
  const found = await catalogue.resolve(path);
  if (!found.ok && found.error.code !== 'plugin_ambiguous') return found;
  return ok({ plugins: catalogue.plugins, failures: catalogue.failures });
}
