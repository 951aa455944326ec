#include "formats/lv2/model/value_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace omx::lv2 {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool same(std::string_view a, std::string_view b) {
  return std::ranges::equal(trimmed(a), trimmed(b), {}, lower, lower);
}

/// Points are floats, values doubles; what is nearer than a float can tell is the same.
const ScalePoint* point_at(const ValueModel& model, double value) {
  const auto found = std::ranges::find_if(
      model.points, [&](const ScalePoint& point) { return point.value == static_cast<float>(value); });
  return found != model.points.end() ? &*found : nullptr;
}

/// As many decimals as steps of a hundredth of the range need, without zeros at the end.
std::string number_text(const ValueModel& model, double value) {
  const double range = std::fabs(static_cast<double>(model.max) - static_cast<double>(model.min));
  int decimals = model.integer ? 0 : 3;
  if (!model.integer && !model.logarithmic && !model.times_rate && range >= 10)
    decimals = range >= 1000 ? 1 : 2;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  std::string result = text;
  if (decimals > 0) {
    while (result.back() == '0') result.pop_back();
    if (result.back() == '.') result.pop_back();
  }
  return result == "-0" ? "0" : result;
}

// The format was checked when it was read.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
std::string rendered(const std::string& format, double value) {
  char text[128];
  std::snprintf(text, sizeof text, format.c_str(), value);
  return text;
}
#pragma GCC diagnostic pop

}  // namespace

std::string value_text(const ValueModel& model, double value) {
  if (const ScalePoint* const point = point_at(model, value)) return point->label;
  if (model.toggled) return value > 0 ? "on" : "off";
  if (!model.unit.render.empty()) return rendered(model.unit.render, value);
  const std::string number = number_text(model, value);
  if (model.unit.symbol.empty()) return number;
  return number + " " + model.unit.symbol;
}

std::optional<double> parse_value(const ValueModel& model, std::string_view text) {
  for (const ScalePoint& point : model.points) {
    if (same(point.label, text)) return static_cast<double>(point.value);
  }
  if (model.toggled) {
    for (const char* const word : {"on", "true", "yes"}) {
      if (same(word, text)) return 1;
    }
    for (const char* const word : {"off", "false", "no"}) {
      if (same(word, text)) return 0;
    }
  }
  std::string_view number = trimmed(text);
  if (number.size() > 1 && number.front() == '+' && number[1] != '-') number.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace omx::lv2
