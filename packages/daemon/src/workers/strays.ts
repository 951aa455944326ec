import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSocket, WorkerConnection } from '@plugin-hostd/host';

/** Ends one worker that nobody is responsible for any more. Its connection closes when it is gone. */
async function endStray(runDir: string, name: string): Promise<void> {
  const path = join(runDir, `${name}.sock`);
  const socket = await openSocket(path).catch(() => null);
  if (socket) {
    const connection = new WorkerConnection(socket, name);
    await connection.command('quit');
    connection.close();
  }
  for (const kind of ['sock', 'status', 'log']) rmSync(join(runDir, `${name}.${kind}`), { force: true });
}

/** Ends the workers that a killed daemon left in the run directory, and removes what dead ones left. */
export async function endStrays(runDir: string): Promise<void> {
  const entries = readdirSync(runDir);
  const names = entries
    .filter((name) => name.endsWith('.sock'))
    .map((name) => name.slice(0, -'.sock'.length));
  await Promise.all(names.map((name) => endStray(runDir, name)));
  const leftovers = entries.filter((name) => name.endsWith('.status') || name.startsWith('state-'));
  for (const name of leftovers) rmSync(join(runDir, name), { recursive: true, force: true });
}
