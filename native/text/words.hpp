/// Words of a message: separated by spaces, grouped by double quotes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace omx {

/// Splits a message into words. Spaces, tabs and line ends separate; "..." groups, and inside it \" and
/// \\ stand for the character. An unclosed quote runs to the end. With `limit` > 0 the last word takes all
/// that follows, as it stands unless it is one quoted word.
std::vector<std::string> split_words(std::string_view message, std::size_t limit = 0);

/// A word as split_words reads it back: quoted when it is empty or holds spaces, quotes or backslashes.
std::string quote_word(std::string_view word);

/// A whole number; nothing when the word is anything else.
std::optional<std::int64_t> parse_integer(std::string_view word);

/// A finite number in C notation with a point, whatever the locale.
std::optional<double> parse_number(std::string_view word);

/// A value as mod-host prints it (%.04f) when that loses nothing, else with as many digits as it takes.
std::string format_number(double value);

}  // namespace omx
