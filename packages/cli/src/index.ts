import { run } from './run.js';
import { realWorld } from './world.js';

/** Runs a command line, without the program's own name, in this process, and sets its exit status. */
export async function main(words: readonly string[]): Promise<void> {
  process.exitCode = await run(words, realWorld());
}
