import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { availableNames, chooseNames, installCommand } from './apt.mjs';
import { fileExists, findCommand } from './installed.mjs';

/** @type {import('../packages.mjs').SystemPackage} */
const clang = {
  name: 'clang-22',
  or: ['clang-20'],
  group: 'test',
  why: 'checks',
  proof: 'clang',
  uses: [],
  optional: true,
};

describe('looking for what is installed', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plugin-hostd-packages-'));
    mkdirSync(join(folder, 'lib/x86_64-linux-gnu/jack'), { recursive: true });
    writeFileSync(join(folder, 'lib/x86_64-linux-gnu/jack/libjack.so.0'), '');
    writeFileSync(join(folder, 'tool'), '', { mode: 0o755 });
    writeFileSync(join(folder, 'text'), '', { mode: 0o644 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('finds files, also with a star for a part of the path', () => {
    expect(fileExists(`${folder}/tool`)).toBe(true);
    expect(fileExists(`${folder}/lib/*/jack/libjack.so.0`)).toBe(true);
    expect(fileExists(`${folder}/lib/*/jack/libjack*.0`)).toBe(true);
    expect(fileExists(`${folder}/lib/*/jack/libother*`)).toBe(false);
    expect(fileExists(`${folder}/absent/*/x`)).toBe(false);
  });

  it('finds commands on PATH that may be run', () => {
    expect(findCommand('tool', `/absent:${folder}`)).toBe(join(folder, 'tool'));
    expect(findCommand('text', folder)).toBeUndefined();
  });
});

describe('choosing what to ask apt for', () => {
  it('reads the names that have a version to install', () => {
    const lines = [
      'jackd2:',
      '  Installed: (none)',
      '  Candidate: 1.9.21',
      'clang-22:',
      '  Candidate: (none)',
    ];
    expect([...availableNames(lines)]).toEqual(['jackd2']);
  });

  it('takes the first name that exists, and reports an entry without any', () => {
    expect(chooseNames([clang], new Set(['clang-22', 'clang-20'])).names).toEqual(['clang-22']);
    expect(chooseNames([clang], new Set(['clang-20'])).names).toEqual(['clang-20']);
    expect(chooseNames([clang], new Set()).unavailable).toEqual([clang]);
  });

  it('spells the one command for a person', () => {
    expect(installCommand(['jackd2', 'cmake'], false)).toBe(
      'sudo apt-get install -y --no-install-recommends jackd2 cmake',
    );
  });
});

const root = process.getuid?.() === 0;

describe('without root and without sudo', () => {
  it.runIf(findCommand('apt-cache'))('prints the list and the command, and ends with exit code 4', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plugin-hostd-noroot-'));
    const wanted = JSON.stringify([{ ...clang, name: 'bash', optional: false, proof: '/absent/file' }]);
    const script = `
      import { installPackages } from ${JSON.stringify(new URL('./system-packages.mjs', import.meta.url).href)};
      import { runMain } from ${JSON.stringify(new URL('../lib/failure.mjs', import.meta.url).href)};
      import { Progress } from ${JSON.stringify(new URL('../lib/progress.mjs', import.meta.url).href)};
      await runMain(async () => { await installPackages(${wanted}, new Progress()); return 0; });`;
    // A `sudo` that refuses, before any real one on PATH.
    writeFileSync(join(folder, 'sudo'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: '/',
      env: { PATH: `${folder}:${process.env.PATH}` },
      ...(root ? { uid: 65534, gid: 65534 } : {}),
    });
    rmSync(folder, { recursive: true });
    expect(result.stderr).toContain('  sudo apt-get install -y --no-install-recommends bash');
    expect(result.stderr).not.toContain('    at ');
    expect(result.status).toBe(4);
  });
});
