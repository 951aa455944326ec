import { describe, expect, it } from 'vitest';
import { applyAllowlist, checkImports, foldersWithoutRule } from './imports.mjs';
import { checkNativeFile, includesOf, isNativeTest } from './imports-native.mjs';
import { checkTypescriptFile, importsOf } from './imports-typescript.mjs';

const declared = ['@plugin-hostd/base', '@plugin-hostd/host', '@plugin-hostd/planner', 'pino'];

/** @param {string} path @param {string} text */
const typescript = (path, text) => checkTypescriptFile({ path, text }, declared).map(({ to }) => to);

/** @param {string} path @param {string} text */
const native = (path, text) => checkNativeFile(path, text).map(({ to }) => to);

describe('reading imports', () => {
  it('finds every form and no comments or strings', () => {
    const text = `
      import { a } from './a.js';
      import type { B } from "b";
      import 'side-effect';
      export * from './c.js';
      const d = await import('d');
      // import { x } from 'commented';
      /* import 'commented too' */
      const fields = ['from', 'import', url("http://x")];
      const kind = whole ? 'a number from' : 'from';`;
    expect(importsOf(text)).toEqual(['./a.js', 'b', 'side-effect', './c.js', 'd']);
  });

  it('finds quoted and system headers', () => {
    const text = '#include "rt/program.hpp"\n  #  include <vector>\n// #include <mutex>\n';
    expect(includesOf(text)).toEqual({ quoted: ['rt/program.hpp'], system: ['vector'] });
  });
});

describe('rules for TypeScript', () => {
  it('let a workspace use what is below it', () => {
    const text = "import '@plugin-hostd/base'; import '@plugin-hostd/host'; import 'pino'; import 'node:fs';";
    expect(typescript('packages/daemon/src/main.ts', text)).toEqual([]);
  });

  it('forbid what is above or beside it', () => {
    expect(typescript('packages/host/src/a.ts', "import '@plugin-hostd/planner';")).toEqual([
      '@plugin-hostd/planner',
    ]);
    expect(typescript('packages/cli/src/a.ts', "import '@plugin-hostd/daemon';")).toEqual([
      '@plugin-hostd/daemon',
    ]);
    expect(typescript('packages/base/src/a.ts', "import 'pino';")).toEqual(['pino']);
  });

  it('forbid what package.json does not list', () => {
    expect(typescript('packages/daemon/src/a.ts', "import 'fastify/types';")).toEqual(['fastify/types']);
  });

  it('forbid relative paths into another workspace', () => {
    expect(typescript('packages/daemon/src/a/b.ts', "import '../c.js';")).toEqual([]);
    expect(typescript('packages/daemon/src/a.ts', "import '../../host/src/b.js';")).toEqual([
      '../../host/src/b.js',
    ]);
  });

  it('keep the planner pure', () => {
    const clock = 'export const f = () => new Date().getTime();';
    expect(typescript('packages/planner/src/a.ts', "import 'node:fs';")).toEqual(['node:fs']);
    expect(typescript('packages/planner/src/a.ts', clock)).toEqual(['Date']);
    expect(typescript('packages/planner/src/a.ts', 'const x = Math.random();')).toEqual(['Math.random']);
    expect(typescript('packages/planner/src/a.ts', 'const { process } = step; // Date.now()')).toEqual([]);
    expect(typescript('packages/planner/src/a.test.ts', clock)).toEqual([]);
  });

  it('keep the client fit for a browser, except its node folder', () => {
    expect(typescript('packages/client/src/index.ts', "import 'node:http';")).toEqual(['node:http']);
    expect(typescript('packages/client/src/index.ts', 'process.env.HOME')).toEqual(['process']);
    expect(typescript('packages/client/src/node/find.ts', "import 'node:fs'; process.env.HOME;")).toEqual([]);
  });
});

describe('rules for C++', () => {
  it('let a folder include what is below it', () => {
    const text =
      '#include "bridge/ring.hpp"\n#include "omx_contracts/verbs.hpp"\n#include "formats/clap/process/x.hpp"\n';
    expect(native('native/rt/program.cpp', text)).toEqual([]);
    expect(native('native/rt/program.cpp', '#include "program.hpp"\n#include "rt/step.hpp"\n')).toEqual([]);
  });

  it('forbid control to the audio thread', () => {
    expect(native('native/rt/a.cpp', '#include "control/session.hpp"\n')).toEqual(['control/session.hpp']);
    expect(native('native/rt/a.cpp', '#include "../control/session.hpp"\n')).toEqual([
      '../control/session.hpp',
    ]);
    const lifecycle = '#include "formats/clap/lifecycle/library.hpp"\n';
    expect(native('native/formats/clap/process/a.cpp', lifecycle)).toEqual([
      'formats/clap/lifecycle/library.hpp',
    ]);
    expect(native('native/formats/clap/lifecycle/a.cpp', lifecycle)).toEqual([]);
  });

  it('forbid headers of things that block to the audio thread', () => {
    expect(native('native/rt/a.hpp', '#include <mutex>\n#include <atomic>\n')).toEqual(['mutex']);
    expect(native('native/control/a.hpp', '#include <mutex>\n')).toEqual([]);
  });

  it('hold dsp to the standard library', () => {
    expect(native('native/dsp/a.hpp', '#include <cmath>\n#include <jack/jack.h>\n')).toEqual(['jack/jack.h']);
    expect(native('native/dsp/a.hpp', '#include "base/result.hpp"\n')).toEqual(['base/result.hpp']);
    expect(native('plugins/omx-x/x.cpp', '#include "dsp/svf.hpp"\n#include "rt/x.hpp"\n')).toEqual([
      'rt/x.hpp',
    ]);
  });

  it('leave tests free', () => {
    expect(
      ['rt/ring_test.cpp', 'rt/tests/a.cpp', 'rt/test_a.cpp', 'rt/testing.hpp'].every(isNativeTest),
    ).toBe(true);
    expect(isNativeTest('rt/latest.cpp')).toBe(false);
    expect(native('native/rt/ring_test.cpp', '#include "control/session.hpp"\n')).toEqual([]);
  });
});

describe('the allowlist', () => {
  const violation = { from: 'a.ts', to: 'b', why: 'no' };
  const entry = { from: 'a.ts', to: 'b', why: 'until c is split' };

  it('excuses what it names', () => {
    expect(applyAllowlist([violation], { limit: 1, entries: [entry] })).toEqual([]);
    expect(applyAllowlist([violation], { limit: 0, entries: [] })).toEqual(['a.ts imports b: no']);
  });

  it('may only shrink', () => {
    expect(applyAllowlist([], { limit: 1, entries: [entry] })[0]).toContain('remove it');
    expect(applyAllowlist([violation], { limit: 0, entries: [entry] })[0]).toContain('limit is 0');
    expect(applyAllowlist([], { limit: 1, entries: [] })[0]).toContain('limit is 1');
  });
});

describe('folders', () => {
  it('need a rule', () => {
    const paths = [
      'native/rt/a.cpp',
      'native/formats/clap/abi/a.hpp',
      'native/CMakeLists.txt',
      'packages/web/src/a.ts',
    ];
    expect(foldersWithoutRule(paths)).toEqual(['packages/web has no rule in tools/checks/import-rules.mjs']);
  });
});

describe('this repository', () => {
  it('is read by the checker', () => expect(Array.isArray(checkImports())).toBe(true));
});
