#include "rt/notes.hpp"

namespace omx {

namespace {

enum MidiStatus : std::uint8_t {
  note_off = 0x80,
  note_on = 0x90,
  control_change = 0xb0,
  program_change = 0xc0,
  channel_pressure = 0xd0,
  system_exclusive = 0xf0,
  quarter_frame = 0xf1,
  song_position = 0xf2,
  song_select = 0xf3,
};
constexpr std::uint8_t all_sound_off = 120;

template <typename Event>
void fill_header(Event& event, std::uint32_t time_frames, std::uint16_t type) noexcept OMX_RT {
  event.header.size = sizeof event;
  event.header.time = time_frames;
  event.header.space_id = CLAP_CORE_EVENT_SPACE_ID;
  event.header.type = type;
  event.header.flags = CLAP_EVENT_IS_LIVE;
}

// Bytes of the message that a status byte opens; 0 for system exclusive and for what is undefined.
std::uint32_t message_bytes(std::uint8_t status) noexcept OMX_RT {
  const auto kind = static_cast<std::uint8_t>(status & 0xf0);
  if (status < note_off) return 0;
  if (status < system_exclusive) return kind == program_change || kind == channel_pressure ? 2 : 3;
  if (status == quarter_frame || status == song_select) return 2;
  if (status == song_position) return 3;
  return status > 0xf5 && status != 0xf7 ? 1 : 0;
}

bool is_note_message(std::uint8_t status) noexcept OMX_RT {
  return status >= note_off && status < 0xa0;
}

void note_from_bytes(
    const std::uint8_t* bytes, std::uint32_t time_frames, std::uint16_t port,
    clap_event_note_t& note) noexcept OMX_RT {
  const bool on = (bytes[0] & 0xf0) == note_on && bytes[2] > 0;  // MIDI: velocity 0 is a note off
  note = {};
  fill_header(note, time_frames, on ? CLAP_EVENT_NOTE_ON : CLAP_EVENT_NOTE_OFF);
  note.note_id = -1;
  note.port_index = static_cast<std::int16_t>(port);
  note.channel = bytes[0] & 0x0f;
  note.key = bytes[1];
  note.velocity = bytes[2] / 127.0;
}

// A note event as three bytes; false for the end of a voice, which is the host's to know.
bool bytes_from_note(const clap_event_note_t& note, std::uint8_t* bytes) noexcept OMX_RT {
  const auto channel = static_cast<std::uint8_t>(note.channel < 0 ? 0 : note.channel & 0x0f);
  const auto key = static_cast<std::uint8_t>(note.key & 0x7f);
  const double scaled = note.velocity * 127.0 + 0.5;
  const auto velocity = static_cast<std::uint8_t>(scaled < 1 ? 1 : scaled > 127 ? 127 : scaled);
  switch (note.header.type) {
  case CLAP_EVENT_NOTE_ON:
    bytes[0] = note_on | channel, bytes[1] = key, bytes[2] = velocity;
    return note.key >= 0;
  case CLAP_EVENT_NOTE_OFF:
    bytes[0] = note_off | channel, bytes[1] = key, bytes[2] = note.velocity > 0 ? velocity : 0;
    return note.key >= 0;
  case CLAP_EVENT_NOTE_CHOKE:
    if (note.key < 0) {
      bytes[0] = control_change | channel, bytes[1] = all_sound_off, bytes[2] = 0;
    } else {
      bytes[0] = note_off | channel, bytes[1] = key, bytes[2] = 0;
    }
    return true;
  default:
    return false;
  }
}

bool is_note(std::uint16_t type) noexcept OMX_RT {
  return type <= CLAP_EVENT_NOTE_END;
}

}  // namespace

bool rt_event_from_midi(
    const RtMidi& midi, std::uint32_t time_frames, std::uint16_t port, NoteDialect dialect,
    RtEvent& event) noexcept OMX_RT {
  if (midi.size_bytes == 0) return false;
  const std::uint8_t status = midi.bytes[0];
  if (status == system_exclusive) {
    event.sysex = {};
    fill_header(event.sysex, time_frames, CLAP_EVENT_MIDI_SYSEX);
    event.sysex.port_index = port;
    event.sysex.buffer = midi.bytes;
    event.sysex.size = midi.size_bytes;
    return true;
  }
  const std::uint32_t size = message_bytes(status);
  if (size == 0 || midi.size_bytes < size) return false;
  if (dialect == NoteDialect::clap && is_note_message(status)) {
    note_from_bytes(midi.bytes, time_frames, port, event.note);
    return true;
  }
  event.midi = {};
  fill_header(event.midi, time_frames, CLAP_EVENT_MIDI);
  event.midi.port_index = port;
  for (std::uint32_t i = 0; i < size; ++i) event.midi.data[i] = midi.bytes[i];
  return true;
}

bool rt_event_for_port(
    const RtEvent& given, std::uint16_t port, NoteDialect dialect, RtEvent& event) noexcept OMX_RT {
  if (given.header.space_id != CLAP_CORE_EVENT_SPACE_ID) return false;
  const std::uint32_t time_frames = given.header.time;
  if (is_note(given.header.type) && dialect == NoteDialect::clap) {
    event.note = given.note;
    event.note.port_index = static_cast<std::int16_t>(port);
    return given.header.type != CLAP_EVENT_NOTE_END;
  }
  if (given.header.type == CLAP_EVENT_NOTE_EXPRESSION && dialect == NoteDialect::clap) {
    event.expression = given.expression;
    event.expression.port_index = static_cast<std::int16_t>(port);
    return true;
  }
  std::array<std::uint8_t, 3> storage;
  RtMidi midi;
  return rt_midi_from_event(given, storage, midi) &&
         rt_event_from_midi(midi, time_frames, port, dialect, event);
}

bool rt_midi_from_event(
    const RtEvent& event, std::array<std::uint8_t, 3>& storage, RtMidi& midi) noexcept OMX_RT {
  if (event.header.space_id != CLAP_CORE_EVENT_SPACE_ID) return false;
  midi = {event.header.time, 3, &storage[0]};
  if (is_note(event.header.type)) return bytes_from_note(event.note, &storage[0]);
  if (event.header.type == CLAP_EVENT_MIDI) {
    for (std::uint32_t i = 0; i < 3; ++i) storage[i] = event.midi.data[i];
    midi.size_bytes = message_bytes(storage[0]);
    return midi.size_bytes > 0;
  }
  if (event.header.type == CLAP_EVENT_MIDI_SYSEX) {
    midi.size_bytes = event.sysex.size;
    midi.bytes = event.sysex.buffer;
    return true;
  }
  return false;
}

void rt_choke_all(std::uint16_t port, RtEvent& event) noexcept OMX_RT {
  event.note = {};
  fill_header(event.note, 0, CLAP_EVENT_NOTE_CHOKE);
  event.note.note_id = -1;
  event.note.port_index = static_cast<std::int16_t>(port);
  event.note.channel = -1;
  event.note.key = -1;
}

std::int32_t rt_port_of_event(const RtEvent& event) noexcept OMX_RT {
  if (event.header.space_id != CLAP_CORE_EVENT_SPACE_ID) return -1;
  switch (event.header.type) {
  case CLAP_EVENT_NOTE_ON:
  case CLAP_EVENT_NOTE_OFF:
  case CLAP_EVENT_NOTE_CHOKE:
  case CLAP_EVENT_NOTE_END:
    return event.note.port_index;
  case CLAP_EVENT_NOTE_EXPRESSION:
    return event.expression.port_index;
  case CLAP_EVENT_MIDI:
    return event.midi.port_index;
  case CLAP_EVENT_MIDI_SYSEX:
    return event.sysex.port_index;
  default:
    return -1;
  }
}

}  // namespace omx
