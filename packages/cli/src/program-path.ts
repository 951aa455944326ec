/** The program file as npm installs it, which also runs the daemon. */
export const programPath = new URL('../bin/plugin-hostd.mjs', import.meta.url).pathname;
