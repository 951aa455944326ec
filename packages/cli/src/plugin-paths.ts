import { resolve } from 'node:path';
import { formatChain, parseChain, splitPath } from '@plugin-hostd/catalogue';

/** A plugin named by a path, made absolute; another name as it is. */
function absolutePath(plugin: string, folder: string): string {
  const named = splitPath(plugin);
  if (!named || named.path.startsWith('/')) return plugin;
  return [resolve(folder, named.path), named.id].filter((part) => part !== null).join('#');
}

/**
 * A chain whose plugins named by relative paths are named by absolute ones, as the daemon works in another folder. One that cannot be
 * read stays as it is, for the daemon to say why.
 */
export function absolutePaths(expression: string, folder = process.cwd()): string {
  const parts = parseChain(expression);
  if (!parts.ok) return expression;
  const moved = parts.value.map((part) => ({ ...part, plugin: absolutePath(part.plugin, folder) }));
  const isSame = moved.every(({ plugin }, i) => plugin === parts.value[i]?.plugin);
  return isSame ? expression : formatChain(moved);
}
