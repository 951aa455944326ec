import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';
import { askJack } from '../audio-server/query.js';
import type { Session } from '../session.js';

/** Ports of the audio server that are nobody's of ours: JACK's own programs ask for them and connect them. */
function ask({ server }: Session, program: string, args: readonly string[]): Promise<string | null> {
  if (server?.driver.kind !== 'jack') return Promise.resolve(null);
  return askJack(server.driver, program, args);
}

/** Reads `jack_lsp -c`: a port's name, then an indented line for each port that it is connected to. */
export function parseConnections(listing: string): ReadonlyMap<string, ReadonlySet<string>> {
  const ports = new Map<string, Set<string>>();
  let peers = new Set<string>();
  for (const line of listing.split('\n')) {
    if (line.trim() === '') continue;
    if (/^\s/.test(line)) peers.add(line.trim());
    else {
      peers = new Set();
      ports.set(line, peers);
    }
  }
  return ports;
}

/** Every port of the server with what it is connected to; null when the server cannot be asked. */
export async function listConnections(
  session: Session,
): Promise<ReadonlyMap<string, ReadonlySet<string>> | null> {
  const listing = await ask(session, 'jack_lsp', ['-c']);
  return listing === null ? null : parseConnections(listing);
}

/** Connects two ports of the server. Those that are connected already stay so. Failure: connect_failed. */
export async function connectPorts(
  session: Session,
  from: string,
  to: string,
): Promise<Result<unknown, Failure>> {
  const ports = await listConnections(session);
  if (ports?.get(from)?.has(to)) return ok({});
  const reason = 'one of the ports does not exist, or they do not fit';
  const failed = fail('connect_failed', { from, to, reason });
  if (!ports?.has(from) || !ports.has(to)) return failed;
  return (await ask(session, 'jack_connect', [from, to])) === null ? failed : ok({});
}

/** Undoes a connection of two ports of the server. Failure: disconnect_failed. */
export async function disconnectPorts(
  session: Session,
  from: string,
  to: string,
): Promise<Result<unknown, Failure>> {
  const done = await ask(session, 'jack_disconnect', [from, to]);
  return done === null ? fail('disconnect_failed', { from, to, reason: 'they are not connected' }) : ok({});
}
