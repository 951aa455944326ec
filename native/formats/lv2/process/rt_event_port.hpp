/// The atom ports of a plugin.
#pragma once

#include <cstdint>
#include <memory>

#include <clap/events.h>
#include <lv2/atom/atom.h>

#include "base/rt.hpp"

namespace omx::lv2 {

struct RtLv2;

struct RtEventPort {
  std::uint32_t port = 0;   ///< LV2 index
  std::int32_t notes = -1;  ///< index of the CLAP note port, -1 for none
  bool sequence = true;     ///< of timed events; other kinds are handed over empty
  bool position = false;    ///< takes the transport
  bool control = false;     ///< takes patch messages
  std::uint32_t capacity_bytes = 0;
  std::unique_ptr<std::uint64_t[]> memory;  ///< aligned as atoms must be

  LV2_Atom_Sequence* buffer() const noexcept OMX_RT {
    return reinterpret_cast<LV2_Atom_Sequence*>(memory.get());
  }
};

class RtEventReader;

/// Makes all atom ports ready for a run.
void rt_clear_event_ports(RtLv2& p) noexcept OMX_RT;

/// Writes what is due at the beginning of a block: messages from control, and the position when it is not
/// where the last block led one to expect it. `frames` is the block's length.
void rt_begin_events(RtLv2& p, const clap_event_transport_t* transport, std::uint32_t frames) noexcept OMX_RT;

/// Writes the host's events from the reader's cursor on that lie before `end` into the ports, with times that
/// count from `start`.
void rt_write_events(RtLv2& p, RtEventReader& events, std::uint32_t start, std::uint32_t end) noexcept OMX_RT;

/// Hands what the plugin wrote in a run from `start` to `end` over to the host and to control.
void rt_read_events(
    RtLv2& p, const clap_output_events_t& out, std::uint32_t start, std::uint32_t end) noexcept OMX_RT;

}  // namespace omx::lv2
