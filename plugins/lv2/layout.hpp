/// Which port of an LV2 plugin is which. src/generate/turtle.ts describes the same order to hosts.
#pragma once

#include <cstdint>

#include "effect/effect_info.hpp"

namespace omx::lv2 {

enum class PortKind : std::uint8_t {
  none,
  in,          ///< index: channel
  side_chain,  ///< index: channel
  out,         ///< index: channel
  control,     ///< events: the host's tempo
  enabled,
  latency,
  param,  ///< index: parameter
  meter   ///< index: meter
};

struct Port {
  PortKind kind = PortKind::none;
  std::uint32_t index = 0;
};

/// The port with an LV2 index, of the plugin with 1 or 2 channels. New parameters move only the meters.
constexpr Port port_at(const EffectInfo& info, std::uint32_t channels, std::uint32_t lv2_index) noexcept {
  const struct {
    PortKind kind;
    std::uint32_t count;
  } groups[] = {
      {PortKind::in, channels},
      {PortKind::side_chain, info.has_side_chain ? channels : 0},
      {PortKind::out, channels},
      {PortKind::control, info.uses_tempo ? 1U : 0U},
      {PortKind::enabled, 1},
      {PortKind::latency, info.has_latency ? 1U : 0U},
      {PortKind::param, static_cast<std::uint32_t>(info.params.size())},
      {PortKind::meter, static_cast<std::uint32_t>(info.meters.size())},
  };
  for (const auto& group : groups) {
    if (lv2_index < group.count) {
      return {group.kind, lv2_index};
    }
    lv2_index -= group.count;
  }
  return {};
}

}  // namespace omx::lv2
