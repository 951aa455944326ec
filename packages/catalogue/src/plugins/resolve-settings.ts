import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Parameter, paramInfoSchema } from '@plugin-hostd/contracts';
import { decodeJson, type Worker } from '@plugin-hostd/host';
import type { Setting } from '../chain/parse-chain.js';
import { resolveParameter } from './resolve-parameter.js';

/** The parameters of an instance as its worker tells them now. */
export async function readParameters(
  worker: Pick<Worker, 'command'>,
  instance: number,
): Promise<Result<readonly Parameter[], Failure>> {
  const reply = await worker.command('param_info', instance);
  return reply.ok ? decodeJson('param_info', paramInfoSchema, reply.value.value) : reply;
}

function inRange(parameter: Parameter, value: number): Result<number, Failure> {
  const { name, min, max } = parameter;
  const range = `from ${min} to ${max}`;
  return value >= min && value <= max ? ok(value) : fail('out_of_range', { name, value, range });
}

/** The number that a text stands for, as the plugin reads it. */
async function readText(
  worker: Pick<Worker, 'command'>,
  instance: number,
  parameter: Parameter,
  text: string,
): Promise<Result<number, Failure>> {
  const plain = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(plain)) return ok(plain);
  const reply = await worker.command('param_parse', instance, parameter.symbol, text);
  if (reply.ok) return ok(Number(reply.value.value));
  if (reply.error.code !== 'parameter_value') return reply;
  const { name, min, max } = parameter;
  return fail('parameter_value', { value: text, symbol: name, range: `from ${min} to ${max}` });
}

/** What a setting comes to: the parameter and a value within its range. */
export interface ParameterValue {
  readonly symbol: string;
  readonly value: number;
}

/** Works out which parameters settings mean and what values; nothing is set yet. */
export async function resolveSettings(
  worker: Pick<Worker, 'command'>,
  instance: number,
  settings: readonly Setting[],
): Promise<Result<readonly ParameterValue[], Failure>> {
  if (settings.length === 0) return ok([]);
  const parameters = await readParameters(worker, instance);
  if (!parameters.ok) return parameters;
  const values: ParameterValue[] = [];
  for (const setting of settings) {
    const parameter = resolveParameter(parameters.value, setting.name, instance);
    if (!parameter.ok) return parameter;
    const { symbol, name, readonly } = parameter.value;
    if (readonly)
      return fail('invalid_operation', { what: `Setting "${name}"`, reason: 'the plugin only reports it' });
    const number =
      typeof setting.value === 'number'
        ? ok(setting.value)
        : await readText(worker, instance, parameter.value, setting.value);
    if (!number.ok) return number;
    const value = inRange(parameter.value, number.value);
    if (!value.ok) return value;
    values.push({ symbol, value: value.value });
  }
  return ok(values);
}
