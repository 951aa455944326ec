/// How ports are named: `effect_<instance>:<symbol>`, audio `in<port>_<channel>` and `out<port>_<channel>`,
/// notes `events_in<port>` and `events_out<port>`; ports and channels count from 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace omx {

enum class PortFlow : std::uint8_t { input, output };
enum class PortKind : std::uint8_t { audio, note };

/// A port of an instance: one channel of an audio port, or a note port. Indices count from 0.
struct PortSymbol {
  PortFlow flow = PortFlow::input;
  PortKind kind = PortKind::audio;
  std::uint32_t port = 0;
  std::uint32_t channel = 0;  ///< 0 for notes

  bool operator==(const PortSymbol&) const = default;
  auto operator<=>(const PortSymbol&) const = default;
};

std::string format_symbol(const PortSymbol& symbol);
std::optional<PortSymbol> parse_symbol(std::string_view text);

/// A port of an instance by both its halves.
struct InstancePort {
  std::uint32_t instance = 0;
  PortSymbol symbol;

  bool operator==(const InstancePort&) const = default;
  auto operator<=>(const InstancePort&) const = default;
};

std::string format_port(const InstancePort& port);
/// Nothing when the name is not of that form: it is taken as the audio server's.
std::optional<InstancePort> parse_port(std::string_view name);

/// Numbers from here on stand for the clients themselves in place of an instance: two for each, one for its
/// inputs and one for its outputs, so that sound never seems to go from an output of a client to an input of
/// it.
inline constexpr std::uint32_t own_numbers_begin = 0x8000'0000;

inline bool is_own(const InstancePort& port) {
  return port.instance >= own_numbers_begin;
}

/// A client's own port, `in_<n>` or `out_<n>` from 1: the number is its channel. Nothing for another name.
std::optional<PortSymbol> parse_own_symbol(std::string_view text);

/// `effect_<instance>`: the client of an instance that is given none.
std::string default_client_name(std::uint32_t instance);

/// Short name of a port in its client: the symbol alone when the client is the instance's own, else the whole
/// name.
std::string short_port_name(std::string_view client_name, const InstancePort& port);

}  // namespace omx
