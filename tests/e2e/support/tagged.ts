// Finds every process that descends from a program, also those that have left its session or lost their parent.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { alive } from './processes.js';

/** A mark in the environment, which children inherit. */
export class Tag {
  readonly #value = randomBytes(8).toString('hex');

  /** For the program that is started. */
  get env(): Readonly<Record<string, string>> {
    return { OMX_TEST_TAG: this.#value };
  }

  /** The ids and command lines of the marked processes that are alive. */
  async processes(): Promise<{ pid: number; command: string }[]> {
    const found: { pid: number; command: string }[] = [];
    for (const name of await readdir('/proc')) {
      const pid = Number(name);
      if (!Number.isInteger(pid)) continue;
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (!environment.includes(`OMX_TEST_TAG=${this.#value}`) || !(await alive(pid))) continue;
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      found.push({ pid, command: words.replaceAll('\0', ' ').trim() });
    }
    return found;
  }
}
