import type { EffectDeclaration, Parameter } from '../declare.js';

const unitNames = {
  hz: 'Hz',
  db: 'dB',
  ms: 'ms',
  s: 's',
  percent: '',
  ratio: ': 1',
  q: '',
  degrees: 'degrees',
  octaves: 'octaves',
  semitones: 'semitones',
  beats: 'beats',
  count: '',
  toggle: '',
  choice: '',
} as const;

function valueText(parameter: Parameter, value: number): string {
  const off =
    (parameter.offAt === 'min' && value === parameter.min) ||
    (parameter.offAt === 'max' && value === parameter.max);
  const unit = unitNames[parameter.unit];
  const number = unit === '' ? String(value) : `${value} ${unit}`;
  if (!off) return number;
  return parameter.unit === 'ratio' ? `${number} (infinity)` : `${number} (off)`;
}

function range(parameter: Parameter): string {
  if (parameter.unit === 'toggle') return '0, 1';
  if (parameter.unit === 'choice') return parameter.labels.map((label, i) => `${i} ${label}`).join(', ');
  return `${valueText(parameter, parameter.min)} to ${valueText(parameter, parameter.max)}`;
}

function row(parameter: Parameter): string {
  const cells = [
    `\`${parameter.symbol}\``,
    range(parameter),
    valueText(parameter, parameter.default),
    parameter.summary,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function section(effect: EffectDeclaration): string {
  return `## ${effect.name}

${effect.description}. Id \`${effect.id}\`.

${effect.manual}

| parameter | range | default | meaning |
| --- | --- | --- | --- |
${effect.params.map(row).join('\n')}
`;
}

/** The manual page of all effects. */
export function manualPage(effects: readonly EffectDeclaration[]): string {
  return `# Effects

Generated from \`plugins/*/declaration.ts\` by \`npm run generate\`.

Our own effects, all in one file, \`omx.clap\`. In a chain a parameter is set by its symbol: \`omx-eq8 hpf=80 b3_gain=-4.5\`. A number
without a unit is in the unit of the table; percentages run from 0 to 1. Hosts that show text also take units: \`1.2 kHz\`, \`-12.5 dB\`,
\`250 ms\`, \`20 %\`, \`off\`, the name of a choice. All effects are stereo and have no latency
unless they say so.

${effects.map(section).join('\n')}`;
}
