import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, failure, type Plugin } from '@plugin-hostd/contracts';
import { folded, similar } from './similar.js';

/** The id of an effect of ours, and the end of it, by which it is known too. */
const ownId = /^org\.plugin-hostd\.(?:omx-)?([^.]+)$/;

/** Names that a plugin goes by: our own effects are known by the end of their ids too, with and without `omx-`. */
function namesOf(plugin: Plugin): readonly string[] {
  const end = ownId.exec(plugin.id)?.[1];
  const own = end === undefined ? [] : [`omx-${end}`, end].filter((name) => name !== plugin.name);
  return [plugin.name, plugin.id, ...own];
}

/** A path with an optional plugin id after `#`, with or without `clap:` before it; null for a text that is no path. */
export function splitPath(text: string): { readonly path: string; readonly id: string | null } | null {
  const bare = text.replace(/^clap:/, '');
  const match = /^(.*?\.clap)(?:#(.+))?$/s.exec(bare);
  if (!match?.[1] || !(bare.includes('/') || text.startsWith('clap:'))) return null;
  return { path: match[1], id: match[2] ?? null };
}

/** Path of the file that a plugin lives in, from its uri `clap:<path>#<id>`; of an LV2 plugin its bundle. */
export function pathOf(plugin: Plugin): string {
  return plugin.bundle ?? splitPath(plugin.uri)?.path ?? '';
}

/** A name with `lv2:` or `clap:` before it means plugins of that format only. */
function splitFormat(text: string): { readonly format: Plugin['format'] | null; readonly name: string } {
  const match = /^(lv2|clap):(.+)$/s.exec(text);
  return match
    ? { format: match[1] as Plugin['format'], name: match[2] as string }
    : { format: null, name: text };
}

/** Whether two plugins are one plugin in two formats, by their names. */
export function areTwins(a: Plugin, b: Plugin): boolean {
  return a.format !== b.format && folded(a.name) === folded(b.name);
}

/** Leaves out LV2 plugins whose CLAP twin is there too. */
function clapFirst(plugins: readonly Plugin[]): readonly Plugin[] {
  const clap = new Set(plugins.filter((it) => it.format === 'clap').map((it) => folded(it.name)));
  return plugins.filter((it) => it.format === 'clap' || !clap.has(folded(it.name)));
}

/** From strict to lenient; the first rule with a match decides. */
const rules: readonly ((plugin: Plugin, text: string) => boolean)[] = [
  (plugin, text) => plugin.id === text,
  (plugin, text) => plugin.name === text,
  (plugin, text) => namesOf(plugin).some((name) => name.toLowerCase() === text.toLowerCase()),
  (plugin, text) => namesOf(plugin).some((name) => folded(name) === folded(text)),
  (plugin, text) => namesOf(plugin).some((name) => folded(name).startsWith(folded(text))),
];

/** One plugin per id: the same plugin in several files is the one found first. */
function firstOfEachId(plugins: readonly Plugin[]): readonly Plugin[] {
  const seen = new Set<string>();
  return plugins.filter((plugin) => !seen.has(plugin.id) && seen.add(plugin.id));
}

function pick(text: string, matches: readonly Plugin[]): Result<Plugin, Failure> {
  const [first, second] = matches;
  if (first && !second) return ok(first);
  const candidates = matches.map((plugin) => plugin.id).join(', ');
  return fail('plugin_ambiguous', { plugin: text, candidates });
}

function resolvePath(
  plugins: readonly Plugin[],
  text: string,
  path: string,
  id: string | null,
): Result<Plugin, Failure> {
  const inFile = plugins.filter((plugin) => pathOf(plugin) === path);
  const matches = id === null ? inFile : inFile.filter((plugin) => plugin.id === id);
  if (matches.length > 0) return pick(text, matches);
  const others = inFile.map((plugin) => plugin.id).join(', ');
  return notFound(text, others === '' ? 'The file holds no usable plugin.' : `The file holds: ${others}.`);
}

function notFound(text: string, addition: string): Result<never, Failure> {
  const plain = failure('plugin_not_found', { plugin: text });
  return err(addition === '' ? plain : { ...plain, message: `${plain.message} ${addition}` });
}

/**
 * Finds the plugin that a text means among those known: by id (an LV2 plugin's URI), name, path (`/x/y.clap`, `/x/y.clap#id`), our
 * short names (`omx-eq8`), then ignoring case and punctuation, then as the beginning of just one name. A name that a CLAP plugin and
 * its LV2 twin share means the CLAP plugin; `lv2:` before a URI or name means LV2 plugins only.
 */
export function resolvePlugin(plugins: readonly Plugin[], text: string): Result<Plugin, Failure> {
  const path = splitPath(text);
  if (path) return resolvePath(plugins, text, path.path, path.id);
  const { format, name } = splitFormat(text);
  const wanted = plugins.filter((plugin) => format === null || plugin.format === format);
  if (folded(name) !== '') {
    const known = firstOfEachId(wanted);
    for (const rule of rules) {
      const matches = clapFirst(known.filter((plugin) => rule(plugin, name)));
      if (matches.length > 0) return pick(text, matches);
    }
  }
  const near = similar(
    name,
    clapFirst(wanted).flatMap((plugin) => namesOf(plugin).filter((name) => name !== plugin.id)),
  );
  return notFound(text, near.length === 0 ? '' : `Did you mean ${near.join(' or ')}?`);
}
