// npm run setup [run|test|bench]: makes this checkout ready to run, test or measure.
// Exit codes: 0 ready, 2 usage, 3 unsuitable Node, 4 system packages are missing and cannot be installed from here,
// 5 apt-get failed, 6 npm failed, 7 a build failed.
import { refuseNode } from './setup/node-version.mjs';

/** @returns {Promise<number>} */
async function main() {
  const { endCleanly } = await import('./lib/lifecycle.mjs');
  const { setUp } = await import('./setup/set-up.mjs');
  const group = process.argv[2] ?? 'run';
  if (group !== 'run' && group !== 'test' && group !== 'bench') {
    process.stderr.write('usage: npm run setup -- [run|test|bench]\n');
    return 2;
  }
  const release = endCleanly();
  try {
    await setUp(group, { build: true });
  } finally {
    release();
  }
  return 0;
}

const refusal = refuseNode(process.versions.node);
if (refusal) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 3;
} else {
  import('./lib/failure.mjs').then(({ runMain }) => runMain(main));
}
