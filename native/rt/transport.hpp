/// The song's position as plugins are told it.
#pragma once

#include <cstdint>

#include <clap/events.h>

#include "rt/cycle.hpp"

namespace omx {

/// CLAP's event for a block that begins `offset_frames` into the cycle. Times go on where the song plays.
clap_event_transport_t rt_transport_event(
    const RtTransport& transport, std::uint32_t sample_rate_hz, std::uint32_t offset_frames) noexcept OMX_RT;

}  // namespace omx
