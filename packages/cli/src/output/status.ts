import type { Connection, Graph, Instance, Port, Status } from '@plugin-hostd/contracts';
import { duration, frames } from './format.js';
import { remarks } from './instance.js';
import { table } from './table.js';

/** Ports by instance number, for those who asked for them. */
export type Ports = Readonly<Record<number, readonly Port[]>>;

/** The daemon, its server, workers and chains, for a person. */
export function statusText(status: Status, ports: Ports | undefined): string {
  const sections = [
    [
      `plugin-hostd ${status.version}, pid ${status.pid}, up ${duration(status.uptimeSeconds)}`,
      serverLine(status),
      ...reachLines(status),
    ],
    workerLines(status),
    ...status.graph.chains.map((chain) => chainLines(chain, status.graph, ports)),
    connectionLines(status.graph.connections),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function serverLine({ server }: Status): string {
  if (server === null) return 'audio server: none';
  const { description, sampleRate, period } = server;
  return `audio server: ${description}, ${sampleRate} Hz, ${frames(period, sampleRate)}`;
}

/** How other JACK programs reach a server of our own, which has no name that they would look for. */
function reachLines({ server }: Status): readonly string[] {
  if (server === null || !server.embedded) return [];
  const words = Object.entries(server.environment ?? {}).map(([name, value]) => `${name}=${value}`);
  return [`  other JACK programs reach it with ${words.join(' ')}`];
}

function workerLines({ workers }: Status): readonly string[] {
  if (workers.length === 0)
    return ['Nothing is loaded. Load a chain: plugin-hostd chain "omx-eq8 | omx-delay"'];
  return table(
    [
      { title: 'worker' },
      { title: 'pid', align: 'right' },
      { title: 'state' },
      { title: 'restarts', align: 'right' },
    ],
    workers.map(({ name, pid, state, restarts }) => [name, String(pid), state, String(restarts)]),
  );
}

function chainLines(
  chain: Graph['chains'][number],
  graph: Graph,
  ports: Ports | undefined,
): readonly string[] {
  const members = chain.instances
    .map((number) => graph.instances.find(({ instance }) => instance === number))
    .filter((instance): instance is Instance => instance !== undefined);
  return [
    `chain ${chain.name} (${chain.mode}, ${chain.channels} channels)`,
    ...members.flatMap((instance) => [
      `  ${[`${instance.instance}  ${instance.plugin.name}`, ...remarks(instance)].join('  ')}`,
      ...(ports?.[instance.instance] ?? []).map(portLine),
    ]),
    `  in   ${chain.inputs.join('  ') || 'none'}`,
    `  out  ${chain.outputs.join('  ') || 'none'}`,
  ];
}

function portLine(port: Port): string {
  const notes = [
    port.kind === 'note' ? 'notes' : port.main ? '' : 'side chain',
    port.serverName === null ? '' : `in the server: ${port.serverName}`,
  ].filter(Boolean);
  return `       ${[port.direction === 'input' ? 'in ' : 'out', port.name, ...notes].join('  ')}`;
}

function connectionLines(connections: readonly Connection[]): readonly string[] {
  if (connections.length === 0) return [];
  const gainOf = (gain: number) => (gain === 1 ? '' : `  gain ${gain}`);
  return ['connections', ...connections.map(({ from, to, gain }) => `  ${from} -> ${to}${gainOf(gain)}`)];
}
