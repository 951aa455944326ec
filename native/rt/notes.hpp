/// Notes and MIDI on their way between ports of the driver and plugins.
#pragma once

#include <array>
#include <cstdint>

#include "base/rt.hpp"
#include "formats/clap/process/rt_event_list.hpp"
#include "rt/cycle.hpp"

namespace omx {

/// Note ports speak CLAP's note events or MIDI 1.0; whatever CLAP's notes cannot say travels as MIDI on both.
enum class RtNoteDialect : std::uint8_t { clap, midi };

/// Turns a message into an event for a note port of a plugin, at `time_frames`. False for what is no
/// MIDI 1.0.
bool rt_event_from_midi(
    const RtMidi& midi, std::uint32_t time_frames, std::uint16_t port, RtNoteDialect dialect,
    RtEvent& event) noexcept OMX_RT;

/// Turns an event that a plugin gave into one for the note port of another. False when it is not a note or
/// MIDI event, or says nothing in that dialect (the end of a voice, an expression of a single note).
bool rt_event_for_port(
    const RtEvent& given, std::uint16_t port, RtNoteDialect dialect, RtEvent& event) noexcept OMX_RT;

/// Turns an event into a message, whose bytes are in `storage` or in the event. False when it has no such
/// form.
bool rt_midi_from_event(
    const RtEvent& event, std::array<std::uint8_t, 3>& storage, RtMidi& midi) noexcept OMX_RT;

/// The note port of the plugin that an event came from; -1 for events of none.
std::int32_t rt_port_of_event(const RtEvent& event) noexcept OMX_RT;

}  // namespace omx
