/// Parameter values as people write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace omx {

/// The shortest text that reads back as `value`.
std::string number_text(double value);

/// Whether a number stands at the beginning (after spaces): "-12.5 dB", ".5".
bool starts_with_number(std::string_view text);

/// The number when the text is nothing else.
std::optional<double> plain_number(std::string_view text);

/// Equal but for case and spaces.
bool same_text(std::string_view a, std::string_view b);

}  // namespace omx
