// Runs every generator, in an order that respects what they read. Part of `npm run generate`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// From this file's place, so that a copy of the tree generates into the copy.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const generator of [
  'contracts/dist/generate/main.js',
  'plugins/dist/src/generate/main.js',
  'packages/cli/dist/generate/main.js',
]) {
  if (!existsSync(join(root, generator))) continue;
  const { status } = spawnSync(process.execPath, [join(root, generator)], { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`${generator} failed; nothing after it was generated.\n`);
    process.exitCode = 1;
    break;
  }
}
