/** Exit codes of set-up, `npm start` before the program runs, and `npm test`. */
export const exitCodes = {
  failed: 1, // a test or check failed
  usage: 2,
  unsuitableNode: 3,
  packagesMissing: 4, // system packages are missing and cannot be installed from here
  packagesFailed: 5, // apt-get failed
  npmFailed: 6,
  buildFailed: 7,
};

/** A step that failed, with what the user can do next. Printed without a stack trace. */
export class Failure extends Error {
  /**
   * @param {number} exitCode
   * @param {string[]} lines what happened and the next step
   */
  constructor(exitCode, lines) {
    super(lines.join('\n'));
    this.exitCode = exitCode;
  }
}

/**
 * Run a command's main function: a Failure is printed and becomes the exit code.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}
