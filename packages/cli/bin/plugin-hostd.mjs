#!/usr/bin/env node
// The program as npm installs it. It depends on nothing, so that it can say what to do when nothing is built yet.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = new URL('../dist/index.js', import.meta.url);
if (existsSync(fileURLToPath(program))) {
  const { main } = await import(program.href);
  await main(process.argv.slice(2));
} else {
  process.stderr.write('error: plugin-hostd is not built yet.\n  next: npm run setup\n');
  process.exitCode = 1;
}
