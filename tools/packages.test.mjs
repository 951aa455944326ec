import { describe, expect, it } from 'vitest';
import { packagesFor, systemPackages } from './packages.mjs';

describe('the table of system packages', () => {
  it('lists each package once', () => {
    const names = systemPackages.map((entry) => entry.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(systemPackages)('describes $name', (entry) => {
    expect(entry.name).toMatch(/^[a-z0-9][a-z0-9+.-]+$/);
    expect(['run', 'test', 'bench']).toContain(entry.group);
    expect(entry.why).toMatch(/^\S.{9,78}\S$/);
    expect(entry.proof.length).toBeGreaterThan(0);
    for (const use of entry.uses) expect(use).toMatch(/^(command|include|pkg-config|file):\S+$/);
  });

  it('offers each use once', () => {
    const uses = systemPackages.flatMap((entry) => entry.uses);
    expect(new Set(uses).size).toBe(uses.length);
  });

  it('gives a run its own group alone, and a test or bench what runs besides', () => {
    expect(packagesFor('run').every((entry) => entry.group === 'run')).toBe(true);
    expect(packagesFor('test')).toEqual(expect.arrayContaining(packagesFor('run')));
    expect(packagesFor('bench')).toEqual(expect.arrayContaining(packagesFor('run')));
    expect(packagesFor('bench').some((entry) => entry.group === 'test')).toBe(false);
  });

  it('leaves nothing optional that a run needs', () => {
    expect(packagesFor('run').filter((entry) => entry.optional)).toEqual([]);
  });
});
