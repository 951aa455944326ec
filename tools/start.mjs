// npm start [-- options]: sets this checkout up, then becomes `plugin-hostd demo` with the same options.
// The program runs in this very process, so that signals reach it, and ends when this process's parent ends.
// Exit codes before the program runs are those of tools/setup.mjs.
import { refuseNode } from './setup/node-version.mjs';

/** The program watches its parent by itself; this is for a parent that ended before that watch began. */
const graceMs = 20_000;

async function main() {
  const { endCleanly, watchParent } = await import('./lib/lifecycle.mjs');
  const { setUp } = await import('./setup/set-up.mjs');
  const release = endCleanly();
  await setUp('run', { build: true });
  release();
  watchParent(() => setTimeout(() => process.kill(process.pid, 'SIGTERM'), graceMs).unref());
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
