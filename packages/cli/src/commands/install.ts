import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';
import { ownClapFile, ownLv2Bundle } from '@plugin-hostd/host';
import { command } from '../declare/command.js';
import { flag, text } from '../declare/option.js';
import { placesFor } from '../install/places.js';
import { removeFrom, replaceWithCopy } from '../install/replace.js';
import { reasonOf } from '../reason.js';

export const install = command({
  name: 'install',
  group: 'tools',
  summary: 'Put our own effects where every host finds them.',
  details:
    'Copies omx.clap to ~/.clap and omx.lv2 to ~/.lv2, or to the folders that you name. What is there is replaced when the copy is ' +
    'whole. Needs no daemon; plugin-hostd itself finds the effects without this.',
  arguments: {},
  options: {
    prefix: text('dir', 'Below this folder: dir/lib/clap and dir/lib/lv2.', { completes: 'file' }),
    system: flag('For everybody: /usr/lib/clap and /usr/lib/lv2.'),
    clapDir: text('dir', 'The folder for omx.clap.', { completes: 'file' }),
    lv2Dir: text('dir', 'The folder for omx.lv2.', { completes: 'file' }),
    uninstall: flag('Take them away again.'),
  },
  examples: [
    { command: 'plugin-hostd install', explains: 'For you, in CLAP and LV2.' },
    { command: 'sudo plugin-hostd install --prefix /usr/local', explains: 'For everybody.' },
    { command: 'plugin-hostd install --uninstall', explains: 'Away with them.' },
  ],
  errors: ['file_unreadable', 'file_unwritable'],
  run: async (_, { uninstall, ...wishes }, { environment }) => {
    const places = placesFor(wishes, environment);
    if (!places.ok) return places;
    const { clap, lv2 } = places.value;
    const pairs = [
      { source: ownClapFile(), folder: clap },
      { source: ownLv2Bundle(), folder: lv2 },
    ];
    return uninstall ? removeAll(pairs) : installAll(pairs);
  },
  text: ({ installed, removed }) => {
    const lines = [
      ...installed.map((path) => `Installed ${path}`),
      ...removed.map((path) => `Removed ${path}`),
    ];
    return lines.length > 0 ? lines.join('\n') : 'Nothing was installed there.';
  },
});

interface Pair {
  readonly source: string;
  readonly folder: string;
}

interface Done {
  readonly installed: readonly string[];
  readonly removed: readonly string[];
}

async function installAll(pairs: readonly Pair[]): Promise<Result<Done, Failure>> {
  for (const { source } of pairs) {
    const problem = await access(source).then(() => undefined, reasonOf);
    if (problem !== undefined) return fail('file_unreadable', { file: source, reason: problem });
  }
  const installed: string[] = [];
  for (const { source, folder } of pairs) {
    try {
      installed.push(await replaceWithCopy(source, folder));
    } catch (error) {
      return fail('file_unwritable', { file: folder, reason: reasonOf(error) });
    }
  }
  return ok({ installed, removed: [] });
}

async function removeAll(pairs: readonly Pair[]): Promise<Result<Done, Failure>> {
  const removed: string[] = [];
  for (const { source, folder } of pairs) {
    try {
      const path = await removeFrom(folder, basename(source));
      if (path !== undefined) removed.push(path);
    } catch (error) {
      return fail('file_unwritable', { file: folder, reason: reasonOf(error) });
    }
  }
  return ok({ installed: [], removed });
}
