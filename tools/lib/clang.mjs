import { fileExists, findCommand } from '../setup/installed.mjs';
import { repoRoot, sourceFiles } from './files.mjs';

/** The layout of C++ code depends on clang-format's version: only this one is asked. */
export function clangFormat() {
  return findCommand('clang-format-22');
}

/**
 * A clang that checks function effects, with the runtimes of its sanitizers: version 20 or newer, the newest first.
 * @returns {{ cxx: string, cc: string } | undefined}
 */
export function realtimeClang() {
  const candidates = [findCommand('clang++-22'), findCommand('clang++-21'), findCommand('clang++-20')];
  for (const cxx of candidates) {
    if (cxx === undefined) continue;
    const version = cxx.replace(/.*-/, '');
    const runtime = `/usr/lib/llvm-${version}/lib/clang/${version}/lib/linux/libclang_rt.rtsan*`;
    if (fileExists(runtime)) return { cxx, cc: cxx.replace('clang++', 'clang') };
  }
  return undefined;
}

/** Every C and C++ file that a person wrote. */
export function nativeSources() {
  return ['native', 'plugins', 'fixtures', 'tools', 'tests']
    .flatMap((folder) => sourceFiles(repoRoot, folder))
    .filter((path) => /\.(c|cpp|h|hpp)$/.test(path) && !/(^|\/)generated\//.test(path));
}
