import { fileURLToPath } from 'node:url';

/** The program file as npm installs it. */
export const programFile = fileURLToPath(new URL('../bin/plugin-hostd.mjs', import.meta.url));

/** Program and arguments that run a daemon in the foreground, without its options. */
export const daemonCommand: readonly [string, ...string[]] = [
  process.execPath,
  programFile,
  'start',
  '--foreground',
];
