/// Parameter values as text, both ways. The same in every locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "effect/effect_info.hpp"

namespace omx {

/// As a person reads it: "-12.5 dB", "1.2 kHz", "250 ms", "20 %", "Off", "Low shelf".
std::string value_text(const ParamInfo& param, double value);

/// Reads what a person types: a number with or without a unit of the same kind ("80", "1.2k", "0.25 s"),
/// "off" or "on" where it applies, or the label of a choice. Case and spaces do not matter. Nothing when the
/// text makes no sense or lies outside the range.
std::optional<double> parse_value(const ParamInfo& param, std::string_view text);

}  // namespace omx
