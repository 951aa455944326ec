import { findCommand } from '../setup/installed.mjs';
import { repoRoot, sourceFiles } from './files.mjs';

/** The layout of C++ code depends on clang-format's version: only this one is asked. */
export function clangFormat() {
  return findCommand('clang-format-22');
}

/** A clang that checks function effects and has RealtimeSanitizer: version 20 or newer, the newest first. */
export function realtimeClang() {
  const found = findCommand('clang++-22') ?? findCommand('clang++-21') ?? findCommand('clang++-20');
  return found === undefined ? undefined : { cxx: found, cc: found.replace('clang++', 'clang') };
}

/** Every C and C++ file that a person wrote. */
export function nativeSources() {
  return ['native', 'plugins', 'fixtures', 'tools', 'tests']
    .flatMap((folder) => sourceFiles(repoRoot, folder))
    .filter((path) => /\.(c|cpp|h|hpp)$/.test(path) && !/(^|\/)generated\//.test(path));
}
