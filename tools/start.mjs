// npm start [-- options]: sets this checkout up, then becomes `plugin-hostd demo` with the same options.
// The program runs in this very process, so that signals reach it, and ends when this process's parent ends.
// Exit codes before the program runs are those of tools/setup.mjs.
import { refuseNode } from './setup/node-version.mjs';

/** How long the program may take to end by itself once its parent is gone. */
const graceMs = 15_000;

async function main() {
  const { endCleanly, watchParent } = await import('./lib/lifecycle.mjs');
  const { setUp } = await import('./setup/set-up.mjs');
  const release = endCleanly();
  await setUp('run', { build: true });
  release();
  watchParent(() => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(129), graceMs).unref();
  });
  const program = new URL('../packages/cli/bin/plugin-hostd.mjs', import.meta.url);
  process.argv.splice(1, 1, program.pathname, 'demo');
  await import(program.href);
  return Number(process.exitCode ?? 0);
}

const refusal = refuseNode(process.versions.node);
if (refusal) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 3;
} else {
  import('./lib/failure.mjs').then(({ runMain }) => runMain(main));
}
