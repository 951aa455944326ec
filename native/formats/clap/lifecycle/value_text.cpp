#include "formats/clap/lifecycle/value_text.hpp"

#include <charconv>
#include <cmath>

namespace omx {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// std::from_chars knows no leading +.
std::string_view without_plus(std::string_view text) {
  return text.size() > 1 && text.front() == '+' && text[1] != '-' ? text.substr(1) : text;
}

// The number at the beginning and the characters it takes; inf and nan are words here.
std::optional<double> leading_number(std::string_view text, std::size_t& length) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  return value;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string folded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (!is_space(c)) result.push_back(lower(c));
  }
  return result;
}

}  // namespace

std::string number_text(double value) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, error == std::errc{} ? end : text};
}

bool starts_with_number(std::string_view text) {
  std::size_t length = 0;
  return leading_number(without_plus(trimmed(text)), length).has_value();
}

std::optional<double> plain_number(std::string_view text) {
  const std::string_view number = without_plus(trimmed(text));
  std::size_t length = 0;
  const auto value = leading_number(number, length);
  return length == number.size() ? value : std::nullopt;
}

bool same_text(std::string_view a, std::string_view b) {
  return folded(a) == folded(b);
}

}  // namespace omx
