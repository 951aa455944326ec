import { describe, expect, it } from 'vitest';
import { staleFiles } from './fresh.mjs';
import { registryHosts } from './lock-file.mjs';

describe('generated files', () => {
  const made = new Map([
    ['contracts/generated/verbs.hpp', 'new'],
    ['docs/reference.md', 'same'],
  ]);

  it('are fresh when a run makes the same', () => {
    expect(staleFiles(new Map([...made, ['README.md', 'by hand']]), made)).toEqual([]);
  });

  it('are named when stale, missing or left over', () => {
    const present = new Map([
      ['contracts/generated/verbs.hpp', 'old'],
      ['contracts/generated/gone.hpp', ''],
    ]);
    expect(staleFiles(present, made)).toEqual([
      'contracts/generated/gone.hpp is written by no generator: delete it',
      'contracts/generated/verbs.hpp is stale',
      'docs/reference.md is missing',
    ]);
  });
});

describe('the lock file', () => {
  it('may not name a registry', () => {
    expect(registryHosts('{ "version": "1.0.0", "integrity": "sha512-x" }')).toEqual([]);
    const text =
      '{ "resolved": "https://registry.example/a.tgz" }, { "resolved": "https://registry.example/b.tgz" }';
    expect(registryHosts(text)).toHaveLength(1);
  });
});
