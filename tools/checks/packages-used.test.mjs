import { describe, expect, it } from 'vitest';
import { compareUses, usesInCmake, usesInNative, usesInScript } from './packages-used.mjs';

/** @param {{ use: string }[]} uses */
const names = (uses) => uses.map(({ use }) => use);

describe('what code uses', () => {
  it('is found in TypeScript: commands and files of the system', () => {
    const text = `spawn('jackd', ['-R']); execFile(
      'pw-dump', []); new Program('pipewire', []); // spawn('commented')
      const folder = '/usr/lib/clap'; run(process.execPath); cli.run('stop'); /x/.exec('y'); match('jackd'); read(\`/usr/lib/\${x}/jack\`);`;
    expect(names(usesInScript('a.ts', text))).toEqual([
      'command:jackd',
      'command:pw-dump',
      'command:pipewire',
      'file:/usr/lib/clap',
      'file:/usr/lib/*/jack',
    ]);
  });

  it('is found in CMake', () => {
    const text = `pkg_check_modules(x REQUIRED IMPORTED_TARGET jack lilv-0)  # pkg_check_modules(y z)
      omx_pkg_config(sndfile sndfile)
      find_path(OMX_DIR clap/plugin.h PATHS /usr/share)`;
    expect(names(usesInCmake('CMakeLists.txt', text))).toEqual([
      'pkg-config:jack',
      'pkg-config:lilv-0',
      'pkg-config:sndfile',
      'include:clap/plugin.h',
    ]);
  });

  it('is found in C++: headers that do not come with the compiler', () => {
    const text = ['vector', 'sys/mman.h', 'poll.h', 'xmmintrin.h', 'sndfile.h', 'jack/midiport.h']
      .map((header) => `#include <${header}>`)
      .join('\n');
    expect(names(usesInNative('a.cpp', text))).toEqual(['include:sndfile.h', 'include:jack/midiport.h']);
  });
});

describe('comparing the table with what is used', () => {
  /** @type {import('../packages.mjs').SystemPackage} */
  const jack = {
    name: 'jack',
    group: 'run',
    why: '',
    proof: 'jackd',
    uses: ['command:jackd', 'include:jack/'],
  };
  /** @type {import('../packages.mjs').SystemPackage} */
  const pipewire = {
    name: 'pipewire',
    group: 'test',
    why: '',
    proof: 'pw',
    uses: ['file:/usr/lib/*/pipewire/jack'],
  };
  const usesJack = { use: 'include:jack/jack.h', path: 'native/drivers/a.cpp' };
  const usesPipewire = { use: 'file:/usr/lib/x86_64-linux-gnu/pipewire/jack/libjack.so', path: 'tests/a.ts' };

  it('finds nothing when they agree', () => {
    expect(compareUses([jack, pipewire], [usesJack, usesPipewire])).toEqual([]);
    expect(compareUses([jack], [usesJack, { use: 'command:sh', path: 'packages/host/src/a.ts' }])).toEqual(
      [],
    );
  });

  it('finds what is used and in no entry', () => {
    expect(compareUses([], [usesJack])).toEqual([
      'native/drivers/a.cpp uses include:jack/jack.h: no entry of tools/packages.mjs offers it',
    ]);
  });

  it('finds what the program uses and only tests install', () => {
    const problems = compareUses([pipewire], [{ ...usesPipewire, path: 'packages/host/src/a.ts' }]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('pipewire is in group test, not run');
  });

  it('finds an entry that nothing uses', () => {
    expect(compareUses([jack], [])[0]).toContain('nothing uses jack');
  });
});
