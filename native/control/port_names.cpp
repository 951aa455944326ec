#include "control/port_names.hpp"

#include <charconv>

namespace omx {
namespace {

constexpr std::string_view effect_prefix = "effect_";
constexpr std::uint32_t own_ports_limit = 64;

/// Takes a whole number without sign or leading zero off the front.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  if (text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9') return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// A number that counts from 1, as an index from 0.
std::optional<std::uint32_t> take_index(std::string_view& text) {
  const std::optional<std::uint32_t> number = take_number(text);
  if (!number || *number == 0) return std::nullopt;
  return *number - 1;
}

}  // namespace

std::string format_symbol(const PortSymbol& symbol) {
  const bool input = symbol.flow == PortFlow::input;
  const std::string port = std::to_string(symbol.port + 1);
  if (symbol.kind == PortKind::note) return (input ? "events_in" : "events_out") + port;
  return (input ? "in" : "out") + port + "_" + std::to_string(symbol.channel + 1);
}

std::optional<PortSymbol> parse_symbol(std::string_view text) {
  PortSymbol symbol;
  symbol.kind = take_prefix(text, "events_") ? PortKind::note : PortKind::audio;
  if (take_prefix(text, "out")) {
    symbol.flow = PortFlow::output;
  } else if (!take_prefix(text, "in")) {
    return std::nullopt;
  }
  const std::optional<std::uint32_t> port = take_index(text);
  if (!port) return std::nullopt;
  symbol.port = *port;
  if (symbol.kind == PortKind::audio) {
    if (!take_prefix(text, "_")) return std::nullopt;
    const std::optional<std::uint32_t> channel = take_index(text);
    if (!channel) return std::nullopt;
    symbol.channel = *channel;
  }
  if (!text.empty()) return std::nullopt;
  return symbol;
}

std::string format_port(const InstancePort& port) {
  return default_client_name(port.instance) + ":" + format_symbol(port.symbol);
}

std::optional<InstancePort> parse_port(std::string_view name) {
  if (!take_prefix(name, effect_prefix)) return std::nullopt;
  const std::optional<std::uint32_t> instance = take_number(name);
  if (!instance || !take_prefix(name, ":")) return std::nullopt;
  const std::optional<PortSymbol> symbol = parse_symbol(name);
  if (!symbol) return std::nullopt;
  return InstancePort{*instance, *symbol};
}

std::optional<PortSymbol> parse_own_symbol(std::string_view text) {
  PortSymbol symbol;
  if (take_prefix(text, "out_")) {
    symbol.flow = PortFlow::output;
  } else if (!take_prefix(text, "in_")) {
    return std::nullopt;
  }
  const std::optional<std::uint32_t> channel = take_index(text);
  if (!channel || *channel >= own_ports_limit || !text.empty()) return std::nullopt;
  symbol.channel = *channel;
  return symbol;
}

std::string default_client_name(std::uint32_t instance) {
  return std::string(effect_prefix) + std::to_string(instance);
}

std::string short_port_name(std::string_view client_name, const InstancePort& port) {
  if (is_own(port)) {
    return (port.symbol.flow == PortFlow::input ? "in_" : "out_") + std::to_string(port.symbol.channel + 1);
  }
  if (client_name == default_client_name(port.instance)) return format_symbol(port.symbol);
  return format_port(port);
}

}  // namespace omx
