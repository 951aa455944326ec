#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "plot/plot.hpp"

namespace omx::plot {

namespace {

/// At most `decimals` decimals, without trailing zeros.
std::string number(double value, int decimals) {
  std::array<char, 64> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  std::string text(buffer.data(), error == std::errc() ? end : buffer.data());
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
      text.pop_back();
    }
  }
  return text == "-0" ? "0" : text;
}

/// Three digits at least.
std::string place(double value) {
  return number(value, std::fabs(value) >= 100.0 ? 0 : std::fabs(value) >= 10.0 ? 1 : 3);
}

std::string axis(const Axis& axis) {
  return "{\"label\": \"" + axis.label + "\", \"min\": " + place(axis.min) + ", \"max\": " + place(axis.max) +
         ", \"log\": " + (axis.is_log ? "true" : "false") + "}";
}

/// What is far outside the frame is cut off just outside: nobody sees it, and nulls differ between machines.
std::string curve(const Curve& curve, const Axis& axis) {
  const double margin = 0.2 * (axis.max - axis.min);
  std::string text = "{\"label\": \"" + curve.label + "\", \"points\": [";
  for (const auto& [x, y] : curve.points) {
    text += (text.back() == '[' ? "[" : ", [") + place(x) + ", " +
            number(std::clamp(y, axis.min - margin, axis.max + margin), 2) + "]";
  }
  return text + "]}";
}

std::string plot(const Plot& plot) {
  std::string text = "{\"effect\": \"" + plot.effect + "\", \"name\": \"" + plot.name + "\", \"title\": \"" +
                     plot.title + "\",\n \"x\": " + axis(plot.x) + ",\n \"y\": " + axis(plot.y) +
                     ",\n \"curves\": [\n";
  for (const Curve& each : plot.curves) {
    text += "  " + curve(each, plot.y) + (&each == &plot.curves.back() ? "\n" : ",\n");
  }
  return text + " ]}";
}

bool is_part_of_number(char c) noexcept {
  return (c >= '0' && c <= '9') || c == '.' || c == '-';
}

/// Takes the number at the front of a text.
double take_number(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_part_of_number);
  double value = std::nan("");
  std::from_chars(text.data(), text.data() + (end - text.begin()), value);
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return value;
}

bool almost_equal_lines(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_part_of_number(a.front()) && is_part_of_number(b.front())) {
      const double x = take_number(a);
      const double y = take_number(b);
      // Names hold numbers and hyphens too: what is no number on both sides is equal already.
      if (std::isfinite(x) != std::isfinite(y) || std::fabs(x - y) > 0.05 + 0.01 * std::fabs(x)) {
        return false;
      }
      continue;
    }
    if (a.front() != b.front()) {
      return false;
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

}  // namespace

std::string json(const std::vector<Plot>& plots) {
  std::string text = "[\n";
  for (const Plot& each : plots) {
    text += plot(each) + (&each == &plots.back() ? "\n" : ",\n");
  }
  return text + "]\n";
}

bool almost_equal(const std::string& a, const std::string& b, std::string& where) {
  std::istringstream lines_a(a);
  std::istringstream lines_b(b);
  std::string line_a;
  std::string line_b;
  for (;;) {
    const bool has_a = static_cast<bool>(std::getline(lines_a, line_a));
    const bool has_b = static_cast<bool>(std::getline(lines_b, line_b));
    if (!has_a && !has_b) {
      return true;
    }
    if (has_a != has_b || !almost_equal_lines(line_a, line_b)) {
      where = has_b ? line_b : "(the end)";
      return false;
    }
  }
}

}  // namespace omx::plot
