/// How notes travel through a note port.
#pragma once

#include <cstdint>

namespace omx {

/// CLAP's note events with float velocities, or MIDI 1.0 messages (CLAP_EVENT_MIDI).
enum class NoteDialect : std::uint8_t { clap, midi };

}  // namespace omx
