import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type DaemonFile, daemonFileSchema, type Failure, fail } from '@plugin-hostd/contracts';
import { type Client, createClient } from '../client.js';
import type { WebSocketConstructor } from '../events.js';

/**
 * The daemon that runs in `runDir`, from its daemon.json. A file of another user, one left behind, and one whose daemon does not
 * listen yet (its port is 0) count as none.
 */
export function findDaemon(runDir: string): Result<DaemonFile, Failure> {
  const absent = fail('daemon_absent', { where: ` in ${runDir}` });
  const path = join(runDir, 'daemon.json');
  try {
    if (statSync(path).uid !== process.getuid?.()) return absent;
    const parsed = daemonFileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    const usable = parsed.success && parsed.data.port !== 0 && isAlive(parsed.data.pid);
    return usable ? ok(parsed.data) : absent;
  } catch {
    return absent;
  }
}

/** A client of the daemon that runs in `runDir`. */
export function findClient(runDir: string): Result<Client, Failure> {
  const found = findDaemon(runDir);
  return found.ok ? ok(clientOf(found.value)) : found;
}

/** A client of the daemon that a daemon.json describes. */
export function clientOf(file: DaemonFile): Client {
  return createClient({
    baseUrl: baseUrl(file),
    token: file.token,
    loadWebSocket: async () => (await import('ws')).WebSocket as unknown as WebSocketConstructor,
  });
}

/** Where the daemon is reached from this machine: a wildcard address is no place to connect to. */
function baseUrl({ host, port }: DaemonFile): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Whether a process with this id runs, ours or not. One that was killed and waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
