// The LV2 bundle's descriptions. lv2/layout.hpp counts the ports in the same order.
import { type EffectDeclaration, type Preset, symbolOf } from '../declare.js';
import { portsOf } from './turtle-ports.js';
import { block, quoted, type Statement } from './turtle-text.js';

/** How many channels every audio port of a plugin has. */
export type Channels = 1 | 2;

const notice = '# Generated from plugins/*/declaration.ts by `npm run generate`. Do not edit.\n';

const prefixes = {
  atom: 'http://lv2plug.in/ns/ext/atom#',
  doap: 'http://usefulinc.com/ns/doap#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  lv2: 'http://lv2plug.in/ns/lv2core#',
  pg: 'http://lv2plug.in/ns/ext/port-groups#',
  pprops: 'http://lv2plug.in/ns/ext/port-props#',
  pset: 'http://lv2plug.in/ns/ext/presets#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  time: 'http://lv2plug.in/ns/ext/time#',
  units: 'http://lv2plug.in/ns/extensions/units#',
  urid: 'http://lv2plug.in/ns/ext/urid#',
} as const;

/** A file with the prefixes that it uses. */
function file(blocks: readonly string[]): string {
  const body = blocks.join('\n');
  const used = Object.entries(prefixes).filter(([name]) => new RegExp(`(^|[\\s^])${name}:`, 'm').test(body));
  const lines = used.map(([name, uri]) => `@prefix ${name}: <${uri}> .`);
  return `${notice}${lines.join('\n')}\n\n${body}`;
}

/** The URI that sessions refer to; stable for ever. */
export function lv2Uri(effect: EffectDeclaration, channels: Channels = 2): string {
  return `urn:plugin-hostd:${effect.name}${channels === 1 ? ':mono' : ''}`;
}

function presetUri(effect: EffectDeclaration, preset: Preset): string {
  return `urn:plugin-hostd:${effect.name}:preset:${symbolOf(preset.name)}`;
}

const bothOf = (effect: EffectDeclaration) => [1, 2].map((n) => `<${lv2Uri(effect, n as Channels)}>`);

/** LV2's classes by CLAP's features, the most telling first. */
const classes: Readonly<Record<string, string>> = {
  compressor: 'lv2:CompressorPlugin',
  'de-esser': 'lv2:DynamicsPlugin',
  distortion: 'lv2:DistortionPlugin',
  chorus: 'lv2:ChorusPlugin',
  flanger: 'lv2:FlangerPlugin',
  reverb: 'lv2:ReverbPlugin',
  delay: 'lv2:DelayPlugin',
  equalizer: 'lv2:EQPlugin',
};

function classesOf(effect: EffectDeclaration): string[] {
  const found = Object.entries(classes).find(([feature]) => effect.features.includes(feature));
  return ['lv2:Plugin', ...(found ? [found[1]] : [])];
}

/** LV2 counts odd numbers as works in progress: 0.1.3 becomes 2.6. */
function versionOf(effect: EffectDeclaration): Statement[] {
  const [, minor = 0, micro = 0] = effect.version.split('.').map(Number);
  return [
    ['lv2:minorVersion', String(2 * minor)],
    ['lv2:microVersion', String(2 * micro)],
  ];
}

const project = 'urn:plugin-hostd';

const projectBlock = block(`<${project}>`, [
  ['a', 'doap:Project'],
  ['doap:name', '"plugin-hostd"'],
  ['doap:maintainer', '[ a foaf:Person ; foaf:name "plugin-hostd" ]'],
]);

function plugin(effect: EffectDeclaration, channels: Channels): string {
  const uri = lv2Uri(effect, channels);
  const { ports, groups } = portsOf(effect, channels, uri);
  const name = channels === 1 ? `${effect.name} (mono)` : effect.name;
  const statements: Statement[] = [
    ['a', ...classesOf(effect)],
    ['doap:name', quoted(name)],
    ['doap:license', '<https://spdx.org/licenses/ISC>'],
    ['lv2:project', `<${project}>`],
    ['rdfs:comment', quoted(`${effect.description}.`)],
    ...versionOf(effect),
    ...(effect.usesTempo ? [['lv2:requiredFeature', 'urid:map'] satisfies Statement] : []),
    ['lv2:optionalFeature', 'lv2:hardRTCapable'],
    ['pg:mainInput', `<${uri}:in>`],
    ['pg:mainOutput', `<${uri}:out>`],
    ['lv2:port', ...ports],
  ];
  return [...groups, block(`<${uri}>`, statements)].join('\n');
}

function preset(effect: EffectDeclaration, { name, values }: Preset): string {
  const ports = effect.params.map(
    (p) => `[ lv2:symbol ${quoted(p.symbol)} ; pset:value ${values[p.symbol] ?? p.default} ]`,
  );
  return block(`<${presetUri(effect, { name, values })}>`, [
    ['a', 'pset:Preset'],
    ['lv2:appliesTo', ...bothOf(effect)],
    ['rdfs:label', quoted(name)],
    ['lv2:port', ...ports],
  ]);
}

function manifest(effects: readonly EffectDeclaration[]): string {
  const plugins = effects.flatMap((effect) =>
    bothOf(effect).map((uri) =>
      block(uri, [
        ['a', 'lv2:Plugin'],
        ['lv2:binary', '<omx.so>'],
        ['rdfs:seeAlso', `<${effect.name}.ttl>`],
      ]),
    ),
  );
  const presets = effects.flatMap((effect) =>
    (effect.presets ?? []).map((each) =>
      block(`<${presetUri(effect, each)}>`, [
        ['a', 'pset:Preset'],
        ['lv2:appliesTo', ...bothOf(effect)],
        ['rdfs:label', quoted(each.name)],
        ['rdfs:seeAlso', `<${effect.name}-presets.ttl>`],
      ]),
    ),
  );
  return file([...plugins, ...presets]);
}

/** The text files of the bundle by name. */
export function lv2Bundle(effects: readonly EffectDeclaration[]): Record<string, string> {
  const files: Record<string, string> = { 'manifest.ttl': manifest(effects) };
  for (const effect of effects) {
    files[`${effect.name}.ttl`] = file([projectBlock, plugin(effect, 2), plugin(effect, 1)]);
    const presets = effect.presets ?? [];
    if (presets.length > 0) {
      files[`${effect.name}-presets.ttl`] = file(presets.map((each) => preset(effect, each)));
    }
  }
  return files;
}
