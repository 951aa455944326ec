import type { EffectDeclaration, Parameter } from '../declare.js';

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

/** The C++ table of an effect: indices, parameters, descriptor. */
export function paramsHeader(effect: EffectDeclaration): string {
  const lists = labelLists(effect);
  const labels = lists.map((list, i) => `inline constexpr const char* labels_${i}[] = {${list}};`);
  return `${notice(`plugins/${effect.name}/declaration.ts`)}#pragma once

#include "effect/effect_info.hpp"

namespace omx::${shortName(effect)} {

/// Indices into \`params\`.
namespace param {
enum Index : std::uint32_t { ${[...effect.params.map((p) => p.symbol), 'count'].join(', ')} };
}  // namespace param

${labels.join('\n')}

inline constexpr ParamInfo params[] = {
${effect.params.map((p) => parameterRow(p, lists)).join('\n')}
};

inline constexpr const char* features[] = {${effect.features.map(quoted).join(', ')}, nullptr};

inline constexpr EffectInfo info{
    ${quoted(effect.id)},
    ${quoted(effect.name)},
    ${quoted(effect.version)},
    ${quoted(effect.description)},
    features,
    params,
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
