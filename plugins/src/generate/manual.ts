import { type EffectDeclaration, type Meter, type Parameter, type Preset, symbolOf } from '../declare.js';
import type { Plot } from './svg.js';
import { lv2Uri } from './turtle.js';

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

function table(head: readonly string[], rows: readonly string[]): string {
  return [`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...rows].join('\n');
}

function meterRow({ symbol, min, max, unit, summary }: Meter): string {
  const unitName = unitNames[unit];
  return `| ${[`\`${symbol}\``, `${min} to ${max}${unitName === '' ? '' : ` ${unitName}`}`, summary].join(' | ')} |`;
}

function presetRow({ name, values }: Preset): string {
  const settings = Object.entries(values).map(([symbol, value]) => `${symbol}=${value}`);
  return `| ${name} | \`${symbolOf(name)}\` | \`${settings.join(' ')}\` |`;
}

/** What a user may ask before the first sound: names, connections, delay. */
function facts(effect: EffectDeclaration): string {
  const latency = effect.hasLatency ? 'It has latency, which hosts are told.' : '';
  const sideChain = effect.ports.some((port) => port.isSideChain)
    ? 'It has a side chain, which is silent where it is not connected.'
    : '';
  const tempo = effect.usesTempo ? "It follows the host's tempo." : '';
  const names = `CLAP id \`${effect.id}\`, LV2 \`${lv2Uri(effect)}\` and \`${lv2Uri(effect, 1)}\`.`;
  return [`${effect.description}.`, sideChain, tempo, latency, names].filter((s) => s !== '').join(' ');
}

function picture({ effect, name, title }: Plot): string {
  return `![${title}](effects/${effect}-${name}.svg)`;
}

function section(effect: EffectDeclaration, plots: readonly Plot[]): string {
  const { meters = [], presets = [] } = effect;
  const parts = [
    `## ${effect.name}`,
    facts(effect),
    effect.manual,
    ...plots.filter((plot) => plot.effect === effect.name).map(picture),
    table(['parameter', 'range', 'default', 'meaning'], effect.params.map(row)),
    ...(meters.length > 0 ? [table(['meter', 'range', 'meaning'], meters.map(meterRow))] : []),
    ...(presets.length > 0 ? [table(['preset', 'key', 'settings'], presets.map(presetRow))] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The manual page of all effects. */
export function manualPage(effects: readonly EffectDeclaration[], plots: readonly Plot[]): string {
  return `# Effects

Generated from \`plugins/*/declaration.ts\` by \`npm run generate\`.

Our own effects in two formats that sound the same to the last bit: \`omx.clap\` and \`omx.lv2\`. This program finds them by
itself; \`plugin-hostd install\` puts them where other hosts look.

In a chain a parameter is set by its symbol: \`omx-eq8 hpf=80 b3_gain=-4.5\`. A number without a unit is in the unit of the table;
percentages run from 0 to 1. Hosts that show text also take units: \`1.2 kHz\`, \`-12.5 dB\`, \`250 ms\`, \`20 %\`, \`off\`, the name of
a choice. Other hosts list the presets by name; a worker loads one by its key: \`preset_load 0 #vocal\`.

Every effect is stereo, or mono where the host asks for it: it then hears the sound on both sides, and the output is the mean of its
two. There is no latency unless the effect says so. Bypass is the host's in CLAP, and the port \`enabled\` in LV2.

${effects.map((effect) => section(effect, plots)).join('\n')}`;
}
