// The command line as a user types it, with a run directory and cache of its own.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDir } from '@plugin-hostd/host';
import { type Finished, run } from './processes.js';
import { privateFolder } from './workers.js';

const program = fileURLToPath(new URL('../../../packages/cli/bin/plugin-hostd.mjs', import.meta.url));

/** A user's world: our fixtures and the CLAP files of zam-plugins are installed, nothing runs. */
export class CommandLine {
  private constructor(
    /** For the files of the test. */
    readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
    const folder = await privateFolder();
    return new CommandLine(folder, {
      CLAP_PATH: `${join(buildDir(), 'fixtures')}:${folder}`,
      LV2_PATH: folder, // none, unless a test wants some
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
      OMX_RUN_DIR: join(folder, 'run'),
      ...env,
    });
  }

  /** Runs a command to its end. */
  run(...args: string[]): Promise<Finished> {
    return run(process.execPath, [program, ...args], { env: this.env });
  }

  /** Runs a command that is expected to succeed and gives its JSON. */
  async json<T>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run(...args, '--json');
    if (code !== 0) throw new Error(`plugin-hostd ${args.join(' ')}: ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  /** Ends the daemon, if one runs, and removes the world. */
  async close(): Promise<void> {
    await this.run('stop');
    await rm(this.folder, { recursive: true, force: true });
  }
}
