#include "text/words.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace omx {
namespace {

bool separates(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && separates(text.front())) text.remove_prefix(1);
  while (!text.empty() && separates(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes one word off the front of `rest`, which begins with it.
std::string take_word(std::string_view& rest) {
  std::string word;
  bool quoted = false;
  while (!rest.empty()) {
    const char c = rest.front();
    if (!quoted && separates(c)) break;
    rest.remove_prefix(1);
    if (c == '"') {
      quoted = !quoted;
    } else if (quoted && c == '\\' && !rest.empty() && (rest.front() == '"' || rest.front() == '\\')) {
      word.push_back(rest.front());
      rest.remove_prefix(1);
    } else {
      word.push_back(c);
    }
  }
  return word;
}

/// The last word of a verb that takes all that follows.
std::string rest_as_word(std::string_view rest) {
  if (rest.front() == '"') {
    std::string_view after = rest;
    std::string word = take_word(after);
    if (after.empty()) return word;
  }
  return std::string(rest);
}

}  // namespace

std::vector<std::string> split_words(std::string_view message, std::size_t limit) {
  std::vector<std::string> words;
  std::string_view rest = trimmed(message);
  while (!rest.empty()) {
    if (limit > 0 && words.size() + 1 == limit) {
      words.push_back(rest_as_word(rest));
      break;
    }
    words.push_back(take_word(rest));
    rest = trimmed(rest);
  }
  return words;
}

std::string quote_word(std::string_view word) {
  if (!word.empty() && word.find_first_of(" \t\r\n\"\\") == std::string_view::npos) return std::string(word);
  std::string quoted = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') quoted.push_back('\\');
    quoted.push_back(c);
  }
  quoted.push_back('"');
  return quoted;
}

std::optional<std::int64_t> parse_integer(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || word.empty()) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view word) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || word.empty()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::string format_number(double value) {
  char text[352];  // the longest double in %.4f has 309 digits before the point
  const int length = std::snprintf(text, sizeof text, "%.04f", value);
  const std::string fixed(text, static_cast<std::size_t>(length));
  if (parse_number(fixed) == value) return fixed;
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc{} ? std::string(text, end) : fixed;
}

}  // namespace omx
