/// Notes and MIDI on their way between ports of the driver and plugins. A note port speaks one dialect;
/// whatever CLAP's notes cannot say travels as MIDI in both.
#pragma once

#include <array>
#include <cstdint>

#include "base/rt.hpp"
#include "formats/clap/process/note_dialect.hpp"
#include "formats/clap/process/rt_event_list.hpp"
#include "rt/cycle.hpp"

namespace omx {

/// Turns a message into an event for a note port of a plugin, at `time_frames`. False for what is no
/// MIDI 1.0.
bool rt_event_from_midi(
    const RtMidi& midi, std::uint32_t time_frames, std::uint16_t port, NoteDialect dialect,
    RtEvent& event) noexcept OMX_RT;

/// Turns an event that a plugin gave into one for the note port of another. False when it is not a note or
/// MIDI event, or says nothing in that dialect (the end of a voice, an expression of a single note).
bool rt_event_for_port(
    const RtEvent& given, std::uint16_t port, NoteDialect dialect, RtEvent& event) noexcept OMX_RT;

/// Turns an event into a message, whose bytes are in `storage` or in the event. False when it has no such
/// form.
bool rt_midi_from_event(
    const RtEvent& event, std::array<std::uint8_t, 3>& storage, RtMidi& midi) noexcept OMX_RT;

/// The CLAP event at the first frame that ends all notes at a port.
void rt_choke_all(std::uint16_t port, RtEvent& event) noexcept OMX_RT;

/// Calls `take(event)` for what ends all notes at a port: a choke of all, or all-notes-off on every MIDI
/// channel.
template <typename Take>
void rt_end_notes(std::uint16_t port, NoteDialect dialect, Take take) noexcept OMX_RT {
  RtEvent event;
  if (dialect == NoteDialect::clap) {
    rt_choke_all(port, event);
    take(event);
    return;
  }
  for (std::uint8_t channel = 0; channel < 16; ++channel) {
    const std::array<std::uint8_t, 3> all_notes_off{static_cast<std::uint8_t>(0xb0 | channel), 123, 0};
    rt_event_from_midi({0, 3, all_notes_off.data()}, 0, port, dialect, event);
    take(event);
  }
}

/// The note port of the plugin that an event came from; -1 for events of none.
std::int32_t rt_port_of_event(const RtEvent& event) noexcept OMX_RT;

}  // namespace omx
