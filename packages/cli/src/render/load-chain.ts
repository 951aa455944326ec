import { err, ok, type Result } from '@plugin-hostd/base';
import {
  type Catalogue,
  type ChainPart,
  parseChain,
  readParameters,
  resolveSettings,
} from '@plugin-hostd/catalogue';
import type { Failure, Plugin } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import { type ChainEnds, type ChainWiring, clientEnds, type Edge, wireChain } from '@plugin-hostd/planner';

/** A plugin of a chain with what was said about it. Its place in the list is its instance number. */
export interface PlannedPart {
  readonly plugin: Plugin;
  readonly settings: ChainPart['settings'];
}

/** Reads a chain expression and finds its plugins. */
export async function planChain(
  expression: string,
  catalogue: Catalogue,
): Promise<Result<readonly PlannedPart[], Failure>> {
  const parts = parseChain(expression);
  if (!parts.ok) return parts;
  const planned: PlannedPart[] = [];
  for (const { plugin: text, settings } of parts.value) {
    const plugin = await catalogue.resolve(text);
    if (!plugin.ok) return plugin;
    planned.push({ plugin: plugin.value, settings });
  }
  return ok(planned);
}

/** Name of the one client that a render uses. */
const client = 'render';

/**
 * Loads the chain into a worker that has opened its input, sets its parameters and connects it to the file's channels.
 * @param inputChannels channels of the input
 * @param width channels of the chain and of the output; by default those of the input, and of the chain's end
 */
export async function loadChain(
  worker: Worker,
  parts: readonly PlannedPart[],
  inputChannels: number,
  width: number | undefined,
): Promise<Result<void, Failure>> {
  const wiring = wireRender(parts, inputChannels, width);
  for (const [instance, { plugin }] of parts.entries()) {
    const layout = wiring.layouts.get(instance) ?? 'native';
    const added = await worker.command('add', plugin.uri, instance, client, layout);
    if (!added.ok) return err(namePlugin(added.error, plugin));
  }
  const connected = await connectAll(worker, [...wiring.edges, ...fileEdges(wiring.ends)]);
  if (!connected.ok) return connected;
  for (const [instance, { plugin, settings }] of parts.entries()) {
    const set = await applySettings(worker, instance, settings);
    if (!set.ok) return err(namePlugin(set.error, plugin));
  }
  return ok(undefined);
}

/** Wires the chain between ports of its client: one per input channel, and as many outputs as asked for or as the chain has. */
function wireRender(
  parts: readonly PlannedPart[],
  inputChannels: number,
  width: number | undefined,
): ChainWiring {
  const instances = parts.map(({ plugin }, instance) => ({ ...plugin, instance }));
  const channels = width ?? inputChannels;
  const outputs = width ?? wireChain(instances, channels, null).ends.outputs.length;
  return wireChain(instances, channels, {
    inputs: clientEnds(client, inputChannels).inputs,
    outputs: clientEnds(client, outputs).outputs,
  });
}

/** Leads the channels of the files to and from the ports of the client. */
function fileEdges({ inputs, outputs }: ChainEnds): readonly Edge[] {
  return [
    ...inputs.map((to, channel) => ({ from: `file:in_${channel + 1}`, to, gain: 1 })),
    ...outputs.map((from, channel) => ({ from, to: `file:out_${channel + 1}`, gain: 1 })),
  ];
}

/** Makes all connections as one edit. */
async function connectAll(worker: Worker, edges: readonly Edge[]): Promise<Result<void, Failure>> {
  const begun = await worker.command('begin');
  if (!begun.ok) return begun;
  for (const { from, to, gain } of edges) {
    const connected = await worker.command('connect', from, to, gain);
    if (!connected.ok) return connected;
  }
  const committed = await worker.command('commit');
  return committed.ok ? ok(undefined) : committed;
}

async function applySettings(
  worker: Worker,
  instance: number,
  settings: ChainPart['settings'],
): Promise<Result<void, Failure>> {
  const values = await resolveSettings(worker, instance, settings);
  if (!values.ok) {
    return values.error.code === 'parameter_absent' ? nameParameters(worker, instance, values.error) : values;
  }
  for (const { symbol, value } of values.value) {
    const set = await worker.command('param_set', instance, symbol, value);
    if (!set.ok) return set;
  }
  return ok(undefined);
}

/** A failure that names the parameters that there are, since nobody can list them after a render. */
async function nameParameters(
  worker: Worker,
  instance: number,
  error: Failure,
): Promise<Result<never, Failure>> {
  const parameters = await readParameters(worker, instance);
  if (!parameters.ok) return err(error);
  const names = parameters.value.filter(({ hidden }) => !hidden).map(({ name }) => name);
  return err({ ...error, hint: `It has: ${names.join(', ')}` });
}

/** A failure that speaks of the plugin by its name, since nobody sees instance numbers and uris here. */
function namePlugin({ code, message, hint }: Failure, plugin: Plugin): Failure {
  const path = plugin.uri.replace(/^clap:|#.*$/g, '');
  return {
    code,
    message: message.replace(/^Instance \d+/, plugin.name).replace(plugin.uri, plugin.name),
    hint: hint.replace('<path>', path),
  };
}
