import { fileURLToPath } from 'node:url';

/** The program file as npm installs it. */
export const programFile = fileURLToPath(new URL('../bin/plugin-hostd.mjs', import.meta.url));

/**
 * V8's memory reducer collects garbage for some ten seconds after each use, in many small steps (17 wake-ups per second, measured);
 * without it an idle daemon wakes about once per second. A small young generation keeps its memory at 47 MB instead of 58.
 */
const idleOptions = ['--no-memory-reducer', '--max-semi-space-size=1'];

/** Program and arguments that run a daemon in the foreground, without its options. */
export const daemonCommand: readonly [string, ...string[]] = [
  process.execPath,
  ...idleOptions,
  programFile,
  'start',
  '--foreground',
];
