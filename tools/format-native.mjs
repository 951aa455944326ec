// Part of `npm run format`: lays out all C++ code as .clang-format says.
import { spawnSync } from 'node:child_process';
import { clangFormat, nativeSources } from './lib/clang.mjs';
import { repoRoot } from './lib/files.mjs';

const command = clangFormat();
const sources = nativeSources();
if (command === undefined) {
  process.stderr.write(
    'clang-format-22 is not installed: C++ code was left as it is. Run npm run setup -- test\n',
  );
} else if (sources.length > 0) {
  process.exitCode = spawnSync(command, ['-i', ...sources], { cwd: repoRoot, stdio: 'inherit' }).status ?? 1;
}
