import { run } from './run.js';
import { realWorld } from './world.js';

/** Runs a command line, without the program's own name, in this process, and sets its exit status. */
export async function main(words: readonly string[]): Promise<void> {
  // A reader such as `head` may close the pipe early: that is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
  });
  process.exitCode = await run(words, realWorld());
}
