/// JACK's transport in the engine's terms.
#pragma once

#include <jack/transport.h>

#include "rt/cycle.hpp"

namespace omx {

/// JACK counts beats of its `beat_type` and bars from 1; a position without bars and beats has no tempo.
RtTransport transport_of(jack_transport_state_t state, const jack_position_t& position) noexcept OMX_RT;

}  // namespace omx
