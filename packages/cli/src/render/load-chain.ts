import { err, ok, type Result } from '@plugin-hostd/base';
import { type Catalogue, type ChainPart, parseChain, resolveParameter } from '@plugin-hostd/catalogue';
import {
  type Failure,
  fail,
  type OpenReply,
  type Parameter,
  type Plugin,
  paramInfoSchema,
} from '@plugin-hostd/contracts';
import type { Argument, Worker } from '@plugin-hostd/host';
import { type ChainWiring, type Edge, join, wireChain } from '@plugin-hostd/planner';

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
 * @param width channels of the chain and of the output; by default those of the input, and of the chain's end
 */
export async function loadChain(
  worker: Worker,
  parts: readonly PlannedPart[],
  input: OpenReply,
  width: number | undefined,
): Promise<Result<void, Failure>> {
  const wiring = wireChain(
    parts.map(({ plugin }, instance) => ({ ...plugin, instance })),
    width ?? input.channels,
    null,
  );
  const loaded = await inOrder(worker, [
    ...parts.map(({ plugin }, instance) => addCommand(plugin, instance, wiring)),
    ['begin'],
    ...fileEdges(wiring, input.channels, width).map(connectCommand),
    ['commit'],
  ]);
  if (!loaded.ok) return loaded;
  for (const [instance, { plugin, settings }] of parts.entries()) {
    const set = await applySettings(worker, instance, settings);
    if (!set.ok) return err(namePlugin(set.error, plugin));
  }
  return ok(undefined);
}

type Verb = Parameters<Worker['command']>[0];
type CommandLine = readonly [Verb, ...Argument[]];

function addCommand(plugin: Plugin, instance: number, wiring: ChainWiring): CommandLine {
  return ['add', plugin.uri, instance, client, wiring.layouts.get(instance) ?? 'native'];
}

function connectCommand({ from, to, gain }: Edge): CommandLine {
  return ['connect', from, to, gain];
}

/** The chain's own edges, and those from and to the channels of the files. */
function fileEdges(wiring: ChainWiring, inputChannels: number, width: number | undefined): readonly Edge[] {
  const names = (side: 'in' | 'out', channels: number) =>
    Array.from({ length: channels }, (_, channel) => `file:${side}_${channel + 1}`);
  const outputs = names('out', width ?? wiring.ends.outputs.length);
  return [
    ...join(names('in', inputChannels), wiring.ends.inputs),
    ...wiring.edges,
    ...join(wiring.ends.outputs, outputs),
  ];
}

/** Sends commands one after another; the first failure ends it. */
async function inOrder(worker: Worker, lines: readonly CommandLine[]): Promise<Result<void, Failure>> {
  for (const [verb, ...args] of lines) {
    const reply = await worker.command(verb, ...args);
    if (!reply.ok) return reply;
  }
  return ok(undefined);
}

async function applySettings(
  worker: Worker,
  instance: number,
  settings: ChainPart['settings'],
): Promise<Result<void, Failure>> {
  if (settings.length === 0) return ok(undefined);
  const info = await worker.command('param_info', instance);
  if (!info.ok) return info;
  const parameters = paramInfoSchema.parse(JSON.parse(info.value.value));
  for (const { name, value } of settings) {
    const parameter = resolveParameter(parameters, name, instance);
    if (!parameter.ok) {
      const names = parameters.filter(({ hidden }) => !hidden).map((known) => known.name);
      return err({ ...parameter.error, hint: `It has: ${names.join(', ')}` });
    }
    const number = await readValue(worker, instance, parameter.value, value);
    if (!number.ok) return number;
    const set = await worker.command('param_set', instance, parameter.value.symbol, number.value);
    if (!set.ok) return set;
  }
  return ok(undefined);
}

/** A failure that speaks of the plugin by its name, since nobody sees instance numbers here. */
function namePlugin(error: Failure, { name }: Plugin): Failure {
  return { ...error, message: error.message.replace(/^Instance \d+/, name) };
}

/** The number that a value means: itself if it is in range, or what the plugin reads in the text. */
async function readValue(
  worker: Worker,
  instance: number,
  parameter: Parameter,
  value: number | string,
): Promise<Result<number, Failure>> {
  const { symbol, name, min, max } = parameter;
  const wrong = () => fail('parameter_value', { value, symbol: name, range: `${min} to ${max}` });
  if (typeof value === 'number') return value >= min && value <= max ? ok(value) : wrong();
  const parsed = await worker.command('param_parse', instance, symbol, value);
  if (parsed.ok) return ok(Number(parsed.value.value));
  return parsed.error.code === 'parameter_value' ? wrong() : parsed;
}
