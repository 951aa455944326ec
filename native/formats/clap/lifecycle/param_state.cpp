#include "formats/clap/lifecycle/param_state.hpp"

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "formats/clap/lifecycle/value_text.hpp"

namespace omx {

namespace {

constexpr std::string_view first_line = "plugin-hostd parameters 1\n";

std::optional<std::pair<clap_id, double>> read_line(std::string_view line) {
  const char* const end = line.data() + line.size();
  clap_id id = 0;
  double value = 0;
  const auto after_id = std::from_chars(line.data(), end, id);
  if (after_id.ec != std::errc{} || after_id.ptr == end || *after_id.ptr != ' ') return std::nullopt;
  const auto after_value = std::from_chars(after_id.ptr + 1, end, value);
  if (after_value.ec != std::errc{} || after_value.ptr != end || !std::isfinite(value)) return std::nullopt;
  return std::pair{id, value};
}

}  // namespace

std::vector<std::byte> write_param_state(const std::vector<ClapParam>& params) {
  std::string text(first_line);
  for (const ClapParam& param : params) {
    if (!param.readonly()) text += std::to_string(param.id) + " " + number_text(param.value) + "\n";
  }
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

std::optional<std::vector<std::pair<clap_id, double>>> read_param_state(std::span<const std::byte> state) {
  std::string_view text(reinterpret_cast<const char*>(state.data()), state.size());
  if (!text.starts_with(first_line)) return std::nullopt;
  text.remove_prefix(first_line.size());
  std::vector<std::pair<clap_id, double>> values;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;  // truncated
    const auto value = read_line(text.substr(0, end));
    if (!value) return std::nullopt;
    values.push_back(*value);
    text.remove_prefix(end + 1);
  }
  return values;
}

}  // namespace omx
