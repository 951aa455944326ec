import { ok, type Result } from '@plugin-hostd/base';
import type { Failure, Parameter } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import { command, required, rest } from '../declare/command.js';
import { flag } from '../declare/option.js';
import { table } from '../output/table.js';
import { readInstance, readSettings } from '../words.js';

const instance = required('its number', 'instance');

export const set = command({
  name: 'set',
  group: 'chains',
  summary: 'Set parameters of a plugin.',
  details:
    'A value with a unit, or a text such as "Bell", is read by the plugin. Names are those that params lists.',
  arguments: { instance, settings: rest('<name>=<value> ..., or one name and its value', 'parameter') },
  options: {},
  examples: [
    { command: 'plugin-hostd set 2 mix=0.3 feedback=0.5', explains: 'Two parameters at once.' },
    { command: 'plugin-hostd set 1 "b1 freq" "1.2 kHz"', explains: 'One name and a value with its unit.' },
  ],
  errors: [
    'instance_absent',
    'invalid_instance',
    'parameter_absent',
    'parameter_ambiguous',
    'parameter_value',
    'out_of_range',
    'daemon_absent',
  ],
  run: async (words, _, context) => {
    const number = readInstance(words.instance);
    if (!number.ok) return number;
    const parameters = readSettings(words.settings);
    if (!parameters.ok) return parameters;
    const client = await context.findClient();
    if (!client.ok) return client;
    const changed = await client.value.changeInstance(
      { instance: number.value },
      { parameters: parameters.value },
    );
    if (!changed.ok) return changed;
    const all = await client.value.parameters({ instance: number.value });
    if (!all.ok) return all;
    return pick(all.value, Object.keys(parameters.value), number.value);
  },
  text: (parameters) => parameters.map(valueLine).join('\n'),
});

export const get = command({
  name: 'get',
  group: 'chains',
  summary: 'The values of parameters of a plugin.',
  arguments: { instance, names: rest('names or numbers of parameters', 'parameter') },
  options: {},
  examples: [
    { command: 'plugin-hostd get 2 mix', explains: 'The value as the plugin writes it, and as a number.' },
  ],
  errors: ['instance_absent', 'invalid_instance', 'parameter_absent', 'parameter_ambiguous', 'daemon_absent'],
  run: async (words, _, context) => {
    const all = await listParameters(words.instance, context);
    return all.ok ? pick(all.value.parameters, words.names, all.value.instance) : all;
  },
  text: (parameters) => parameters.map(valueLine).join('\n'),
});

export const params = command({
  name: 'params',
  group: 'chains',
  summary: 'The parameters of a plugin.',
  arguments: { instance },
  options: { all: flag('Also those that the plugin hides.') },
  examples: [{ command: 'plugin-hostd params 2', explains: 'Names, values, ranges and defaults.' }],
  errors: ['instance_absent', 'invalid_instance', 'daemon_absent'],
  run: async (words, { all }, context) => {
    const listed = await listParameters(words.instance, context);
    return listed.ok ? ok(listed.value.parameters.filter((parameter) => all || !parameter.hidden)) : listed;
  },
  text: (parameters) =>
    table(
      [
        { title: 'id', align: 'right' },
        { title: 'name' },
        { title: 'value' },
        { title: 'number', align: 'right' },
        { title: 'min', align: 'right' },
        { title: 'max', align: 'right' },
        { title: 'default', align: 'right' },
        { title: '' },
      ],
      parameters.map((parameter) => [
        parameter.symbol,
        [parameter.module, parameter.name].filter(Boolean).join('/'),
        parameter.text,
        ...[parameter.value, parameter.min, parameter.max, parameter.default].map(shortNumber),
        parameter.readonly ? 'read only' : '',
      ]),
    ).join('\n'),
});

async function listParameters(
  word: string,
  context: Context,
): Promise<Result<{ instance: number; parameters: readonly Parameter[] }, Failure>> {
  const number = readInstance(word);
  if (!number.ok) return number;
  const client = await context.findClient();
  if (!client.ok) return client;
  const all = await client.value.parameters({ instance: number.value });
  return all.ok ? ok({ instance: number.value, parameters: all.value }) : all;
}

/** The parameters with these names, in their order. */
async function pick(
  all: readonly Parameter[],
  names: readonly string[],
  instanceNumber: number,
): Promise<Result<readonly Parameter[], Failure>> {
  const { resolveParameter } = await import('@plugin-hostd/catalogue');
  const picked: Parameter[] = [];
  for (const name of names) {
    const found = resolveParameter(all, name, instanceNumber);
    if (!found.ok) return found;
    picked.push(found.value);
  }
  return ok(picked);
}

function valueLine(parameter: Parameter): string {
  return `${parameter.name} = ${parameter.text || shortNumber(parameter.value)} (${shortNumber(parameter.value)})`;
}

/** A number with at most six significant digits and no idle zeros. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
