/// Values as a person reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/lv2/model/plugin_model.hpp"

namespace omx::lv2 {

/// The label of the scale point at `value`, else the number with its unit: "-3.5 dB", "on".
std::string value_text(const ValueModel& model, double value);

/// A label (letters' case and spaces around do not matter), else the number that the text begins with.
std::optional<double> parse_value(const ValueModel& model, std::string_view text);

}  // namespace omx::lv2
