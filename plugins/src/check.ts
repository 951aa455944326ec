import { type EffectDeclaration, type Meter, type Parameter, type Preset, symbolOf } from './declare.js';

function twice<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** Names of ports that the plugin formats add of their own. */
const reservedSymbols = ['control', 'enabled', 'in', 'latency', 'out', 'sidechain'];

function checkSymbol(symbol: string, name: string): [boolean, string][] {
  return [
    [symbol !== symbolOf(name), `is not the symbol of its name "${name}": ${symbolOf(name)}`],
    [!/^[a-z][a-z0-9_]*$/.test(symbol), 'does not begin with a letter'],
    [reservedSymbols.some((s) => symbol === s || symbol.startsWith(`${s}_`)), 'is the symbol of a port'],
  ];
}

function checkParameter(parameter: Parameter): string[] {
  const { symbol, name, min, max, unit, labels } = parameter;
  const broken: [boolean, string][] = [
    ...checkSymbol(symbol, name),
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

function checkMeter(meter: Meter): string[] {
  const broken: [boolean, string][] = [
    ...checkSymbol(meter.symbol, meter.name),
    [!(meter.min < meter.max), `has an empty range: ${meter.min} to ${meter.max}`],
    [meter.unit === 'choice', 'has no labels to choose from'],
    [meter.isGainReduction && meter.unit !== 'db', 'counts gain reduction in dB'],
  ];
  return broken.filter(([isBroken]) => isBroken).map(([, what]) => `${meter.symbol} ${what}`);
}

/** Whether a parameter can have a value: inside its range and on a step. */
function isAccepted({ min, max, step }: Parameter, value: number): boolean {
  const steps = step > 0 ? (value - min) / step : 0;
  return value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6;
}

function checkPreset(preset: Preset, params: readonly Parameter[]): string[] {
  return Object.entries(preset.values).flatMap(([symbol, value]) => {
    const parameter = params.find((p) => p.symbol === symbol);
    if (!parameter) return [`the preset "${preset.name}" sets ${symbol}, which is no parameter`];
    return isAccepted(parameter, value) ? [] : [`the preset "${preset.name}" sets ${symbol} to ${value}`];
  });
}

/** What is wrong with a declaration, one sentence each. */
export function checkDeclaration(effect: EffectDeclaration): string[] {
  const { params, meters = [], presets = [] } = effect;
  const problems = [
    ...params.flatMap(checkParameter),
    ...meters.flatMap(checkMeter),
    ...presets.flatMap((preset) => checkPreset(preset, params)),
  ];
  if (effect.id !== `org.plugin-hostd.${effect.name}`) problems.push(`the id must end in ${effect.name}`);
  problems.push(...twice(params.map((p) => p.id)).map((id) => `the id ${id} is used twice`));
  const symbols = [...params, ...meters].map((each) => each.symbol);
  problems.push(...twice(symbols).map((symbol) => `the symbol ${symbol} is used twice`));
  const names = presets.map((preset) => symbolOf(preset.name));
  problems.push(...twice(names).map((name) => `the preset ${name} is there twice`));
  return problems.map((problem) => `${effect.name}: ${problem}`);
}
