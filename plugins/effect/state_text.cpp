#include "effect/state_text.hpp"

#include <array>
#include <charconv>
#include <system_error>

namespace omx {

namespace {

constexpr std::string_view heading = "omx-state 1";
constexpr std::string_view effect_word = "effect ";

/// Takes the first line off a text; a carriage return before the line's end is dropped.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

void read_line(const EffectInfo& info, std::string_view line, std::vector<double>& values) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) {
    return;
  }
  const std::string_view symbol = line.substr(0, space);
  const std::string_view number = line.substr(space + 1);
  double value = 0.0;
  const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || rest != number.data() + number.size()) {
    return;
  }
  for (std::size_t i = 0; i < info.params.size(); ++i) {
    if (info.params[i].symbol == symbol) {
      values[i] = accepted_value(info.params[i], value);
    }
  }
}

}  // namespace

std::string state_text(const EffectInfo& info, std::span<const double> values) {
  std::string text{heading};
  text.append("\n").append(effect_word).append(info.id).append("\n");
  for (std::size_t i = 0; i < info.params.size(); ++i) {
    std::array<char, 64> number;
    const auto end = std::to_chars(number.data(), number.data() + number.size(), values[i]);
    text.append(info.params[i].symbol).append(" ").append(number.data(), end.ptr).append("\n");
  }
  return text;
}

std::optional<std::vector<double>> parse_state(const EffectInfo& info, std::string_view text) {
  if (take_line(text) != heading) {
    return std::nullopt;
  }
  const std::string_view effect = take_line(text);
  if (!effect.starts_with(effect_word) || effect.substr(effect_word.size()) != info.id) {
    return std::nullopt;
  }
  std::vector<double> values;
  for (const ParamInfo& param : info.params) {
    values.push_back(param.default_value);
  }
  while (!text.empty()) {
    read_line(info, take_line(text), values);
  }
  return values;
}

}  // namespace omx
