import { type EffectDeclaration, type Parameter, symbolOf } from './declare.js';

function twice<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function checkParameter(parameter: Parameter): string[] {
  const { symbol, name, min, max, unit, labels } = parameter;
  const broken: [boolean, string][] = [
    [symbol !== symbolOf(name), `is not the symbol of its name "${name}": ${symbolOf(name)}`],
    [!(min < max), `has an empty range: ${min} to ${max}`],
    [parameter.default < min || parameter.default > max, `has a default outside its range`],
    [parameter.curve === 'log' && min <= 0, 'has a logarithmic curve from 0 or below'],
    [(unit === 'choice') !== labels.length > 0, 'needs labels if and only if it is a choice'],
    [unit === 'choice' && labels.length !== max - min + 1, 'needs one label per value'],
    [unit === 'percent' && (min < -1 || max > 1), 'counts percent from 0 to 1'],
    [parameter.smoothingMs < 0, 'has a negative smoothing time'],
    [!Number.isInteger(parameter.id) || parameter.id < 1, 'needs a positive whole id'],
  ];
  return broken.filter(([isBroken]) => isBroken).map(([, what]) => `${symbol} ${what}`);
}

/** What is wrong with a declaration, one sentence each. */
export function checkDeclaration(effect: EffectDeclaration): string[] {
  const problems = effect.params.flatMap(checkParameter);
  if (effect.id !== `org.plugin-hostd.${effect.name}`) problems.push(`the id must end in ${effect.name}`);
  problems.push(...twice(effect.params.map((p) => p.id)).map((id) => `the id ${id} is used twice`));
  problems.push(...twice(effect.params.map((p) => p.symbol)).map((s) => `the symbol ${s} is used twice`));
  return problems.map((problem) => `${effect.name}: ${problem}`);
}
