import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, failure, type Parameter } from '@plugin-hostd/contracts';
import { folded, similar } from './similar.js';

/** From strict to lenient; the first rule with a match decides. */
const rules: readonly ((parameter: Parameter, text: string) => boolean)[] = [
  (parameter, text) => parameter.symbol === text,
  (parameter, text) => parameter.name === text,
  (parameter, text) => folded(parameter.name) === folded(text),
  (parameter, text) => folded(`${parameter.module}/${parameter.name}`) === folded(text),
  (parameter, text) => folded(parameter.name).startsWith(folded(text)),
  (parameter, text) => folded(`${parameter.module}/${parameter.name}`).startsWith(folded(text)),
];

/** A name that tells parameters of the same name apart. */
function fullName(parameter: Parameter): string {
  return parameter.module === '' ? parameter.name : `${parameter.module}/${parameter.name}`;
}

/**
 * Finds the parameter that a text means: by its symbol, by its name ignoring case and punctuation (`b1_freq` is "B1 Freq"), with its
 * module before it (`band 1/freq`), or as the beginning of just one name.
 */
export function resolveParameter(
  parameters: readonly Parameter[],
  text: string,
  instance: number,
): Result<Parameter, Failure> {
  const byRule = folded(text) === '' ? [] : rules;
  for (const rule of byRule) {
    const matches = parameters.filter((parameter) => rule(parameter, text));
    const [first, second] = matches;
    if (first && !second) return ok(first);
    if (second) {
      const candidates = matches
        .map((parameter) => `${fullName(parameter)} (${parameter.symbol})`)
        .join(', ');
      return fail('parameter_ambiguous', { symbol: text, candidates });
    }
  }
  const absent = failure('parameter_absent', { instance, symbol: text });
  const near = similar(text, parameters.map(fullName));
  if (near.length === 0) return err(absent);
  return err({ ...absent, message: `${absent.message} Did you mean ${near.join(' or ')}?` });
}
