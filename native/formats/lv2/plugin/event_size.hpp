/// How large event ports' buffers are.
#pragma once

#include <algorithm>
#include <cstdint>

#include "formats/lv2/model/plugin_model.hpp"

namespace omx::lv2 {

/// What a port has at least, whatever it asks for: some 300 MIDI messages.
inline constexpr std::uint32_t usual_event_bytes = 8192;
inline constexpr std::uint32_t most_event_bytes = 16 << 20;

inline std::uint32_t event_bytes(const PortModel& port) {
  return (std::clamp(port.minimum_size_bytes, usual_event_bytes, most_event_bytes) + 7u) & ~7u;
}

/// The largest of a plugin's ports.
inline std::uint32_t event_bytes(const PluginModel& model) {
  std::uint32_t most = usual_event_bytes;
  for (const PortModel& port : model.ports) most = std::max(most, event_bytes(port));
  return most;
}

/// The longest message between control and a plugin. Only texts and paths may be as long as a port takes; a
/// number with all that stands around it is far shorter than this.
inline std::uint32_t message_bytes(const PluginModel& model) {
  constexpr std::uint32_t numbers_bytes = 1024;
  const bool has_texts = std::ranges::any_of(model.properties, [](const auto& it) { return !it.numeric(); });
  return has_texts ? event_bytes(model) : numbers_bytes;
}

}  // namespace omx::lv2
