// npm test [-- --only <part>,…]: sets this checkout up and runs every check and test, as CI does.
// The last line is "N passed, N failed, N skipped". Exit codes: 0 all passed, 1 something failed, 2 usage; those of
// tools/setup.mjs when set-up itself fails.
import { refuseNode } from './setup/node-version.mjs';

/** @typedef {import('./test/counts.mjs').Counts} Counts */

/** @returns {Promise<number>} */
async function main() {
  const { endCleanly } = await import('./lib/lifecycle.mjs');
  const { setUp } = await import('./setup/set-up.mjs');
  const { chooseParts, runParts } = await import('./test/parts.mjs');
  const parts = chooseParts(process.argv.slice(2));
  const release = endCleanly();
  try {
    await setUp('test', { build: false });
    return await runParts(parts);
  } finally {
    release();
  }
}

const refusal = refuseNode(process.versions.node);
if (refusal) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 3;
} else {
  import('./lib/failure.mjs').then(({ runMain }) => runMain(main));
}
