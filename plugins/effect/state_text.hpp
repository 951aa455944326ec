/// The settings of an effect as text, for sessions and presets.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effect/effect_info.hpp"

namespace omx {

/// One line for the format's version, one for the effect's id, then one per parameter: its symbol and its
/// value in full precision. The same bytes on every machine.
///
///     omx-state 1
///     effect org.plugin-hostd.omx-delay
///     time 350
std::string state_text(const EffectInfo& info, std::span<const double> values);

/// The values in a text, in the order of the parameters. A parameter that the text lacks, or whose value is
/// no number, has its default; unknown symbols and words are skipped. Nothing when the text is not of this
/// format and effect, or of a later version.
std::optional<std::vector<double>> parse_state(const EffectInfo& info, std::string_view text);

}  // namespace omx
