import { ok, type Result } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import type { Failure, Port, Status } from '@plugin-hostd/contracts';
import { command } from '../declare/command.js';
import { flag } from '../declare/option.js';
import { type Ports, statusText } from '../output/status.js';

export const status = command({
  name: 'status',
  group: 'watch',
  summary: 'The daemon, its audio server, workers, chains and connections.',
  arguments: {},
  options: { ports: flag('Also the ports of every plugin.') },
  examples: [
    { command: 'plugin-hostd status', explains: 'What runs, and what is out of order and why.' },
    { command: 'plugin-hostd status --ports', explains: 'Also the names to connect.' },
  ],
  errors: ['daemon_absent'],
  run: async (_, { ports }, context): Promise<Result<Report, Failure>> => {
    const client = await context.findClient();
    if (!client.ok) return client;
    const found = await client.value.status();
    return found.ok && ports ? withPorts(client.value, found.value) : found;
  },
  text: (found) => statusText(found, found.ports),
});

/** The status, with the ports of every instance by its number when they were asked for. */
type Report = Status & { readonly ports?: Ports };

async function withPorts(client: Client, status: Status): Promise<Result<Report, Failure>> {
  const ports: Record<number, readonly Port[]> = {};
  for (const { instance, state } of status.graph.instances) {
    if (state === 'lost') continue;
    const listed = await client.ports({ instance });
    if (!listed.ok) return listed;
    ports[instance] = listed.value;
  }
  return ok({ ...status, ports });
}
