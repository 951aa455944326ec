/// MIDI 1.0 messages and CLAP's note events.
#pragma once

#include <array>
#include <cstdint>

#include <clap/events.h>

#include "base/rt.hpp"

namespace omx::lv2 {

struct RtMidi {
  std::array<std::uint8_t, 3> bytes{};
  std::uint32_t size = 0;  ///< 0: nothing to send
};

/// Length in bytes of a message that begins with `status`, 0 for system exclusive and for what is no status.
std::uint32_t midi_length(std::uint8_t status) noexcept OMX_RT;

/// A note on, off or choke for one key of one channel. Velocities from 0 to 1 become 0 to 127, and at least 1
/// for a note on, which 0 would turn into an off. A choke is an off.
/// An off for all keys (key -1) becomes the controller for all notes off, a choke for all keys the one for
/// all sound off. Other events become nothing.
RtMidi midi_of_note(const clap_event_note_t& note, std::uint8_t channel) noexcept OMX_RT;

/// Pressure on a key as polyphonic aftertouch; other expressions have no MIDI that plugins agree on.
RtMidi midi_of_expression(const clap_event_note_expression_t& event, std::uint8_t channel) noexcept OMX_RT;

}  // namespace omx::lv2
