import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure, type Plugin, type PortInfo, portInfoSchema } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';

/** Main audio ports of an instance, in order of their channels. */
function mainPorts(ports: readonly PortInfo[], instance: number, direction: PortInfo['direction']): string[] {
  return ports
    .filter((port) => port.kind === 'audio' && port.main && port.direction === direction)
    .map((port) => `effect_${instance}:${port.symbol}`);
}

/**
 * The connections of a series, as the floor wires it: a mono output feeds both sides of what follows, a mono input takes the
 * left side.
 */
export function seriesEdges(
  source: readonly string[],
  instances: readonly { readonly inputs: readonly string[]; readonly outputs: readonly string[] }[],
): readonly (readonly [string, string])[] {
  let sound = source;
  return instances.flatMap(({ inputs, outputs }) => {
    const edges = inputs.map((input, side) => [sound[Math.min(side, sound.length - 1)]!, input] as const);
    sound = outputs;
    return edges;
  });
}

/** Loads plugins in series into one client of a worker, from instance 0 on, fed by `source`; the end is exposed. */
export async function loadSeries(
  worker: Worker,
  client: string,
  plugins: readonly Plugin[],
  source: readonly string[],
): Promise<Result<void, Failure>> {
  const instances = [];
  for (const [instance, plugin] of plugins.entries()) {
    const added = await worker.command('add', plugin.uri, instance, client);
    if (!added.ok) return added;
    const reply = await worker.command('port_info', instance);
    if (!reply.ok) return reply;
    const ports = portInfoSchema.safeParse(JSON.parse(reply.value.value));
    if (!ports.success) return err(failure('internal', { reason: 'port_info has another form' }));
    const of = (direction: PortInfo['direction']) => mainPorts(ports.data, instance, direction);
    instances.push({ inputs: of('input'), outputs: of('output') });
  }
  const edges = seriesEdges(source, instances).map(([from, to]) => worker.command('connect', from, to));
  const ends = instances.at(-1)?.outputs.map((port) => worker.command('expose', port)) ?? [];
  const replies = await Promise.all([...edges, ...ends]);
  return replies.find((reply) => !reply.ok) ?? ok(undefined);
}
