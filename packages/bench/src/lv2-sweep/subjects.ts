import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ok, type Result } from '@plugin-hostd/base';
import { Catalogue } from '@plugin-hostd/catalogue';
import { type Failure, fail, type Plugin } from '@plugin-hostd/contracts';
import { seededRandom } from '../statistics/random.js';

/** The Debian packages that the sweep goes through. */
export const packages = [
  'zam-plugins',
  'x42-plugins',
  'calf-plugins',
  'lsp-plugins-lv2',
  'mda-lv2',
  'swh-lv2',
  'dragonfly-reverb-lv2',
  'guitarix-lv2',
  'invada-studio-plugins-lv2',
  'ardour-lv2-plugins',
  'lv2-examples',
  'eq10q',
  'fomp',
  'amsynth',
  'setbfree',
  'avldrums.lv2',
] as const;

/** A plugin to try, and the package that brought it. */
export interface Subject {
  readonly plugin: Plugin;
  readonly package: string;
}

/** Bundles of the packages that are installed, by path. */
async function bundlesOfPackages(): Promise<ReadonlyMap<string, string>> {
  const bundles = new Map<string, string>();
  for (const name of packages) {
    const listed = await promisify(execFile)('dpkg-query', ['-L', name]).catch(() => ({ stdout: '' }));
    for (const line of listed.stdout.split('\n'))
      if (line.endsWith('/manifest.ttl')) bundles.set(dirname(line), name);
  }
  return bundles;
}

/** Every LV2 plugin of the packages, or `count` of them, from each package in turn. */
export async function findSubjects(
  cacheFile: string,
  count: number | undefined,
  seed: number,
): Promise<Result<readonly Subject[], Failure>> {
  const catalogue = new Catalogue({ cacheFile, takesRefused: true });
  const scanned = await catalogue.scan();
  if (!scanned.ok) return scanned;
  const bundles = await bundlesOfPackages();
  const subjects = catalogue.plugins.flatMap((plugin) => {
    const from = plugin.format === 'lv2' ? bundles.get(plugin.bundle ?? '') : undefined;
    return from === undefined ? [] : [{ plugin, package: from }];
  });
  if (subjects.length === 0)
    return fail('plugin_not_found', { plugin: 'LV2 plugins of the packages (npm run setup -- bench)' });
  return ok(count === undefined ? subjects : sample(subjects, count, seed));
}

/** Takes one of each package in turn, at random, until there are `count`. */
export function sample(subjects: readonly Subject[], count: number, seed: number): readonly Subject[] {
  const random = seededRandom(seed);
  const groups = [...new Set(subjects.map((it) => it.package))].map((name) =>
    subjects.filter((it) => it.package === name),
  );
  const taken: Subject[] = [];
  while (taken.length < Math.min(count, subjects.length)) {
    for (const group of groups) {
      if (group.length === 0 || taken.length === count) continue;
      taken.push(...group.splice(Math.floor(random() * group.length), 1));
    }
  }
  return taken;
}
