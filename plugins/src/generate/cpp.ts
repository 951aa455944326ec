import { type EffectDeclaration, type Meter, type Parameter, type Preset, symbolOf } from '../declare.js';

const notice = (from: string) => `// Generated from ${from} by \`npm run generate\`. Do not edit.\n`;

const quoted = (text: string) => JSON.stringify(text);

/** `omx-eq8` → `eq8`: the namespace and the file name of the effect's C++. */
export function shortName(effect: EffectDeclaration): string {
  return effect.name.replace(/^omx-/, '');
}

/** `omx-eq8` → `Eq8`: the class. */
export function className(effect: EffectDeclaration): string {
  return shortName(effect).replace(/^./, (first) => first.toUpperCase());
}

/** The distinct lists of labels of an effect. */
function labelLists(effect: EffectDeclaration): string[] {
  const lists = effect.params.filter((p) => p.labels.length > 0).map((p) => p.labels.map(quoted).join(', '));
  return [...new Set(lists)];
}

function parameterRow(parameter: Parameter, lists: readonly string[]): string {
  const list = lists.indexOf(parameter.labels.map(quoted).join(', '));
  const fields = [
    parameter.id,
    quoted(parameter.symbol),
    quoted(parameter.name),
    quoted(parameter.group),
    `Unit::${parameter.unit}`,
    `OffAt::${parameter.offAt}`,
    parameter.min,
    parameter.max,
    parameter.default,
    parameter.step,
    parameter.smoothingMs,
    list < 0 ? '{}' : `labels_${list}`,
  ];
  return `    {${fields.join(', ')}},`;
}

function meterRow(meter: Meter): string {
  const { symbol, name, unit, min, max, isGainReduction } = meter;
  return `    {${[quoted(symbol), quoted(name), `Unit::${unit}`, min, max, isGainReduction].join(', ')}},`;
}

/** An array of a type, or an empty span: C++ has no empty arrays. */
function table(type: string, name: string, rows: readonly string[]): string {
  return rows.length > 0
    ? `inline constexpr ${type} ${name}[] = {\n${rows.join('\n')}\n};`
    : `inline constexpr std::span<const ${type}> ${name};`;
}

/** Every value of a preset, in the order of the parameters. */
function presetValues(preset: Preset, index: number, params: readonly Parameter[]): string {
  const values = params.map((p) => preset.values[p.symbol] ?? p.default);
  return `inline constexpr double preset_${index}[] = {${values.join(', ')}};\n`;
}

function presetRow(preset: Preset, index: number): string {
  return `    {${quoted(symbolOf(preset.name))}, ${quoted(preset.name)}, preset_${index}},`;
}

function infoFields(effect: EffectDeclaration): string[] {
  return [
    quoted(effect.id),
    quoted(effect.name),
    quoted(effect.version),
    quoted(effect.description),
    'features',
    'params',
    'meters',
    'presets',
    `/*has_side_chain=*/${effect.ports.some((port) => port.isSideChain)}`,
    `/*uses_tempo=*/${effect.usesTempo === true}`,
    `/*has_latency=*/${effect.hasLatency === true}`,
  ];
}

/** The C++ table of an effect: indices, parameters, meters, presets, descriptor. */
export function paramsHeader(effect: EffectDeclaration): string {
  const lists = labelLists(effect);
  const labels = lists.map((list, i) => `inline constexpr const char* labels_${i}[] = {${list}};`);
  const { params, meters = [], presets = [] } = effect;
  return `${notice(`plugins/${effect.name}/declaration.ts`)}#pragma once

#include "effect/effect_info.hpp"

namespace omx::${shortName(effect)} {

/// Indices into \`params\`.
namespace param {
enum Index : std::uint32_t { ${[...params.map((p) => p.symbol), 'count'].join(', ')} };
}  // namespace param

/// Indices into \`meters\`.
namespace meter {
enum Index : std::uint32_t { ${[...meters.map((m) => m.symbol), 'count'].join(', ')} };
}  // namespace meter

${labels.join('\n')}

${table(
  'ParamInfo',
  'params',
  params.map((p) => parameterRow(p, lists)),
)}

${table('MeterInfo', 'meters', meters.map(meterRow))}

${presets.map((preset, i) => presetValues(preset, i, params)).join('')}${table('PresetInfo', 'presets', presets.map(presetRow))}

inline constexpr const char* features[] = {${effect.features.map(quoted).join(', ')}, nullptr};

inline constexpr EffectInfo info{
${infoFields(effect)
  .map((field) => `    ${field},`)
  .join('\n')}
};

}  // namespace omx::${shortName(effect)}
`;
}

/** The list of all effects with a maker for each. */
export function registrySource(effects: readonly EffectDeclaration[]): string {
  const includes = effects.map((e) => `#include "${e.name}/${shortName(e)}.hpp"`);
  const makers = effects.map((e) => {
    const scope = shortName(e);
    return `    {&${scope}::info, []() -> std::unique_ptr<Effect> { return std::make_unique<${scope}::${className(e)}>(); }},`;
  });
  return `${notice('plugins/src/index.ts')}#include "effect/registry.hpp"

${includes.join('\n')}

namespace omx {

namespace {

constexpr RegisteredEffect registered[] = {
${makers.join('\n')}
};

}  // namespace

std::span<const RegisteredEffect> effects() noexcept {
  return registered;
}

}  // namespace omx
`;
}
