#include "effect/param_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace omx {

namespace {

/// A unit that a text may end in, and what one of it is in the parameter's own unit.
struct Suffix {
  Unit unit;
  std::string_view text;  // folded
  double factor;
};

constexpr std::array suffixes{
    Suffix{Unit::hz, "hz", 1.0},
    Suffix{Unit::hz, "khz", 1000.0},
    Suffix{Unit::hz, "k", 1000.0},
    Suffix{Unit::db, "db", 1.0},
    Suffix{Unit::ms, "ms", 1.0},
    Suffix{Unit::ms, "s", 1000.0},
    Suffix{Unit::s, "s", 1.0},
    Suffix{Unit::s, "ms", 0.001},
    Suffix{Unit::percent, "%", 0.01},
    Suffix{Unit::percent, "percent", 0.01},
    Suffix{Unit::ratio, ":1", 1.0},
    Suffix{Unit::degrees, "°", 1.0},
    Suffix{Unit::degrees, "deg", 1.0},
    Suffix{Unit::degrees, "degrees", 1.0},
    Suffix{Unit::octaves, "oct", 1.0},
    Suffix{Unit::octaves, "octave", 1.0},
    Suffix{Unit::octaves, "octaves", 1.0},
    Suffix{Unit::semitones, "st", 1.0},
    Suffix{Unit::semitones, "semitone", 1.0},
    Suffix{Unit::semitones, "semitones", 1.0},
    Suffix{Unit::beats, "beat", 1.0},
    Suffix{Unit::beats, "beats", 1.0},
};

/// Lower case, without spaces and hyphens except a minus sign in front.
std::string folded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool minus = c == '-' && result.empty();
    if (c == ' ' || c == '\t' || c == '_' || (c == '-' && !minus)) {
      continue;
    }
    result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

/// At most `digits` significant digits, no exponent, no trailing zeros.
std::string number_text(double value, int digits) {
  const double magnitude = std::fabs(value);
  int decimals = digits - 1;
  for (double limit = 10.0; magnitude >= limit && decimals > 0; limit *= 10.0) {
    --decimals;
  }
  std::array<char, 64> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  std::string text(buffer.data(), end.ptr);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
      text.pop_back();
    }
  }
  return text == "-0" ? "0" : text;
}

std::optional<double> parse_label(const ParamInfo& param, const std::string& text) {
  for (std::size_t i = 0; i < param.labels.size(); ++i) {
    if (folded(param.labels[i]) == text) {
      return static_cast<double>(i);
    }
  }
  return std::nullopt;
}

/// The label that begins like a text, if there is just one: "24" for "24 dB/oct".
std::optional<double> parse_label_beginning(const ParamInfo& param, const std::string& text) {
  std::optional<double> found;
  for (std::size_t i = 0; i < param.labels.size() && !text.empty(); ++i) {
    if (!folded(param.labels[i]).starts_with(text)) {
      continue;
    }
    if (found) {
      return std::nullopt;
    }
    found = static_cast<double>(i);
  }
  return found;
}

std::optional<double> factor_of(Unit unit, std::string_view suffix) {
  if (suffix.empty()) {
    return 1.0;
  }
  for (const Suffix& known : suffixes) {
    if (known.unit == unit && known.text == suffix) {
      return known.factor;
    }
  }
  return std::nullopt;
}

/// A word in place of a number.
std::optional<double> parse_word(const ParamInfo& param, const std::string& text) {
  const bool end_word =
      param.unit == Unit::ratio ? text == "inf" || text == "inf:1" || text == "infinity" : text == "off";
  if (end_word && param.off_at != OffAt::never) {
    return param.off_at == OffAt::min ? param.min_value : param.max_value;
  }
  if (param.unit == Unit::toggle) {
    if (text == "on" || text == "yes" || text == "true") {
      return 1.0;
    }
    if (text == "off" || text == "no" || text == "false") {
      return 0.0;
    }
  }
  return parse_label(param, text);
}

std::optional<double> parse_number(const ParamInfo& param, const std::string& text) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (begin != end && *begin == '+') {
    ++begin;
  }
  double number = 0.0;
  const auto [rest, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || !std::isfinite(number)) {
    return std::nullopt;
  }
  const auto factor = factor_of(param.unit, std::string_view(rest, static_cast<std::size_t>(end - rest)));
  if (!factor) {
    return std::nullopt;
  }
  const double value = number * *factor;
  const double slack = 1e-9 * (param.max_value - param.min_value);
  if (value < param.min_value - slack || value > param.max_value + slack) {
    return std::nullopt;
  }
  return accepted_value(param, value);
}

}  // namespace

std::string value_text(const ParamInfo& param, double value) {
  if (param.is_off(value)) {
    return param.unit == Unit::ratio ? "Inf:1" : "Off";
  }
  switch (param.unit) {
  case Unit::hz:
    return value < 1000.0 ? number_text(value, 4) + " Hz" : number_text(value / 1000.0, 4) + " kHz";
  case Unit::db:
    return number_text(value, 4) + " dB";
  case Unit::ms:
    return std::fabs(value) < 1000.0 ? number_text(value, 4) + " ms" : number_text(value / 1000.0, 4) + " s";
  case Unit::s:
    return number_text(value, 4) + " s";
  case Unit::percent:
    return number_text(value * 100.0, 4) + " %";
  case Unit::ratio:
    return number_text(value, 4) + ":1";
  case Unit::degrees:
    return number_text(value, 4) + "°";
  case Unit::octaves:
    return number_text(value, 4) + " oct";
  case Unit::semitones:
    return number_text(value, 4) + " st";
  case Unit::beats:
    return number_text(value, 4) + " beats";
  case Unit::q:
  case Unit::count:
    return number_text(value, 4);
  case Unit::toggle:
    return value >= 0.5 ? "On" : "Off";
  case Unit::choice:
    break;
  }
  const auto index = static_cast<std::size_t>(std::fmax(value + 0.5, 0.0));
  return index < param.labels.size() ? param.labels[index] : number_text(value, 4);
}

std::optional<double> parse_value(const ParamInfo& param, std::string_view typed) {
  const std::string text = folded(typed);
  if (const std::optional<double> word = parse_word(param, text)) {
    return word;
  }
  if (const std::optional<double> number = parse_number(param, text)) {
    return number;
  }
  return parse_label_beginning(param, text);
}

double accepted_value(const ParamInfo& param, double value) noexcept {
  if (!std::isfinite(value)) {
    return param.default_value;
  }
  if (param.step > 0.0) {
    value = param.min_value + std::round((value - param.min_value) / param.step) * param.step;
  }
  return std::fmin(std::fmax(value, param.min_value), param.max_value);
}

}  // namespace omx
