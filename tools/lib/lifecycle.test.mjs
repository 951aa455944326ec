import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const children = new URL('./children.mjs', import.meta.url).href;
const lifecycle = new URL('./lifecycle.mjs', import.meta.url).href;

// A wrapper with a child that itself has a child, as npm test has vitest with its workers. It prints
// their process ids; a second child, which would write a file, must not begin after a signal.
const wrapper = `
  import { run } from ${JSON.stringify(children)};
  import { endCleanly } from ${JSON.stringify(lifecycle)};
  endCleanly();
  console.log(process.pid);
  await run('sh', ['-c', 'echo $$; sleep 600 & echo $!; wait'], { onLine: (line) => console.log(line) });
  await run('sh', ['-c', 'echo begun after the end > "$1"', 'sh', process.argv[1]]);`;

/** A zombie has ended, though nobody asked how. @param {number} pid */
function isAlive(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** @param {() => boolean} condition */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-hostd-lifecycle-'));
  file = join(folder, 'second');
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Start the wrapper below a shell, as npm does, and wait for the ids of the wrapper, its child and grandchild.
 * @returns {Promise<{ parent: import('node:child_process').ChildProcess, pids: number[] }>}
 */
async function start() {
  // The second command keeps the shell from replacing itself by the first.
  const parent = spawn(
    'sh',
    ['-c', '"$0" --input-type=module -e "$1" "$2"; true', process.execPath, wrapper, file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  /** @type {number[]} */
  const pids = [];
  for await (const line of createInterface({
    input: /** @type {import('node:stream').Readable} */ (parent.stdout),
  })) {
    if (pids.push(Number(line)) === 3) break;
  }
  return { parent, pids };
}

describe('a wrapper of ours', () => {
  it('ends with all its children when its parent is killed', async () => {
    const { parent, pids } = await start();
    expect(pids.every(isAlive)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !pids.some(isAlive));
    expect(existsSync(file)).toBe(false);
  });

  it.each(/** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))(
    'leaves nothing behind after %s',
    async (signal) => {
      const { parent, pids } = await start();
      const exited = once(parent, 'exit');
      process.kill(pids[0] ?? 0, signal);
      await exited;
      await until(() => !pids.some(isAlive));
      expect(existsSync(file)).toBe(false);
    },
  );
});
