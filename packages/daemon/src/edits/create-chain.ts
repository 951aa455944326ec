import { err, ok, type Result } from '@plugin-hostd/base';
import { parseChain } from '@plugin-hostd/catalogue';
import type * as api from '@plugin-hostd/contracts';
import type { Failure } from '@plugin-hostd/contracts';
import type { z } from 'zod';
import type { ChainEntry } from '../graph/graph.js';
import { viewChain } from '../graph/view.js';
import type { Session } from '../session.js';
import { culpritFailure } from '../workers/blame.js';
import { culpritIn, deathOf } from '../workers/recover.js';
import { loadChain } from './load-chain.js';
import { isForModHost } from './mod-host-placement.js';
import { chainName, findParts, newEntry } from './new-entry.js';
import { checkBridged, placeChain } from './placement.js';

type Request = z.output<typeof api.chainRequestSchema>;

/** Takes back a chain that could not be made whole; a worker that it brought down names the plugin that did it. */
export async function abandon(session: Session, chain: ChainEntry, failure: Failure): Promise<Failure> {
  let cause: Failure | null = null;
  const names = new Set(session.graph.entriesOf(chain).map((entry) => entry.worker));
  for (const name of names) {
    const worker = session.workers.get(name);
    if (worker && !worker.connected && failure.code === 'worker_lost') {
      const culprit = culpritIn(session, worker, await deathOf(worker));
      cause ??= culprit && culpritFailure(culprit, session.settings.callLimitSeconds);
    }
    await session.workers.end(name);
  }
  session.graph.forgetChain(chain);
  return cause ?? failure;
}

/** Loads a chain of plugins: all of it, or nothing. */
export async function createChain(session: Session, request: Request): Promise<Result<api.Chain, Failure>> {
  const { graph } = session;
  const name = chainName(graph, request.name);
  if (!name.ok) return name;
  const parts = parseChain(request.expression);
  if (!parts.ok) return parts;
  const found = await findParts(session.catalogue, parts.value);
  if (!found.ok) return found;
  const numbers = graph.freeNumbers(found.value.length);
  if (!numbers.ok) return numbers;
  const { mode, channels } = request;
  const instances = [...numbers.value];
  const chain: ChainEntry = { name: name.value, mode, channels, instances, home: name.value };
  const clients = placeChain(
    graph,
    chain,
    request.placement,
    found.value.map(({ plugin }) => plugin),
  );
  if (!clients.ok) return clients;
  const bridged = checkBridged(chain, request.bridged);
  if (!bridged.ok) return bridged;
  const entries = found.value.map(({ plugin }, i) =>
    newEntry(chain, numbers.value[i] as number, plugin, clients.value[i] as string),
  );
  for (const entry of entries)
    entry.bridged ||= bridged.value.has(entry.instance) && !isForModHost(entry.plugin);
  graph.chains.set(chain.name, chain);
  for (const entry of entries) graph.instances.set(entry.instance, entry);
  const settings = found.value.map(({ part }) => part.settings);
  const done = await loadChain(session, chain, settings, request.connect);
  if (!done.ok) return err(await abandon(session, chain, done.error));
  session.events.emit({ type: 'graph', reason: `chain ${chain.name} was made` });
  return ok(viewChain(graph, chain));
}
