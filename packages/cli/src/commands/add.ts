import { ok, type Result } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { type Failure, fail } from '@plugin-hostd/contracts';
import { command, required } from '../declare/command.js';
import { loadingErrors } from '../declare/loading-errors.js';
import { number, text } from '../declare/option.js';
import { instanceLine } from '../output/instance.js';

export const add = command({
  name: 'add',
  group: 'chains',
  summary: 'Insert a plugin into a chain while it plays.',
  details: 'What plays goes on; the change is one short crossfade.',
  arguments: { plugin: required('name, id or path, with name=value settings after it', 'plugin') },
  options: {
    chain: text('name', 'The chain; may be left out when there is only one.', { completes: 'chain' }),
    position: number(
      'index',
      { min: 0, max: 1000, integer: true },
      undefined,
      'Where in the chain, from 0; at its end if left out.',
    ),
    client: text(
      'name',
      "The process and client it runs in; if left out, its neighbour's or as the mode says.",
    ),
  },
  examples: [
    {
      command: 'plugin-hostd add "omx-eq8 hpf=80" --chain vocals --position 0',
      explains: 'Put an equalizer first.',
    },
  ],
  errors: [...loadingErrors, 'chain_absent', 'name_taken', 'placement_cycle', 'capacity', 'daemon_absent'],
  run: async ({ plugin }, { chain, position, client: inClient }, context) => {
    const client = await context.findClient();
    if (!client.ok) return client;
    const name = chain === undefined ? await onlyChain(client.value) : ok(chain);
    if (!name.ok) return name;
    const where = position === undefined ? {} : { position };
    const { absolutePaths } = await import('../plugin-paths.js');
    const who = inClient === undefined ? {} : { client: inClient };
    return client.value.addInstance({ plugin: absolutePaths(plugin), chain: name.value, ...where, ...who });
  },
  text: instanceLine,
});

/** The name of the chain when there is exactly one. */
async function onlyChain(client: Client): Promise<Result<string, Failure>> {
  const status = await client.status();
  if (!status.ok) return status;
  const [first, ...more] = status.value.graph.chains.map((chain) => chain.name);
  if (first !== undefined && more.length === 0) return ok(first);
  const reason =
    first === undefined ? 'There is no chain yet' : `Say which chain: ${[first, ...more].join(', ')}`;
  return fail('bad_request', { reason });
}
