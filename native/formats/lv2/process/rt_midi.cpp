#include "formats/lv2/process/rt_midi.hpp"

#include <algorithm>

namespace omx::lv2 {

namespace {

constexpr std::uint8_t note_off = 0x80;
constexpr std::uint8_t note_on = 0x90;
constexpr std::uint8_t key_pressure = 0xA0;
constexpr std::uint8_t controller = 0xB0;
constexpr std::uint8_t all_sound_off = 120;
constexpr std::uint8_t all_notes_off = 123;
constexpr std::uint8_t highest_data = 127;

std::uint8_t data_of(double value) noexcept OMX_RT {
  const double clamped = value > 0 ? std::min(value, 1.0) : 0.0;  // NaN becomes 0
  return static_cast<std::uint8_t>(clamped * highest_data + 0.5);
}

RtMidi
message(std::uint8_t status, std::uint8_t channel, std::uint8_t first, std::uint8_t second) noexcept OMX_RT {
  return {{static_cast<std::uint8_t>(status | (channel & 15)), first, second}, 3};
}

}  // namespace

std::uint32_t midi_length(std::uint8_t status) noexcept OMX_RT {
  if (status < 0x80) return 0;
  if (status < 0xF0) return (status & 0xE0) == 0xC0 ? 2 : 3;  // programs and channel pressure have one byte
  switch (status) {
  case 0xF0:
  case 0xF7:
    return 0;
  case 0xF1:
  case 0xF3:
    return 2;
  case 0xF2:
    return 3;
  default:
    return 1;
  }
}

RtMidi midi_of_note(const clap_event_note_t& note, std::uint8_t channel) noexcept OMX_RT {
  const std::uint16_t type = note.header.type;
  if (note.key > highest_data) return {};
  const auto key = static_cast<std::uint8_t>(note.key & highest_data);
  if (type == CLAP_EVENT_NOTE_ON) {
    if (note.key < 0) return {};
    return message(note_on, channel, key, std::max<std::uint8_t>(data_of(note.velocity), 1));
  }
  if (type == CLAP_EVENT_NOTE_OFF) {
    if (note.key < 0) return message(controller, channel, all_notes_off, 0);
    return message(note_off, channel, key, data_of(note.velocity));
  }
  if (type == CLAP_EVENT_NOTE_CHOKE) {
    if (note.key < 0) return message(controller, channel, all_sound_off, 0);
    return message(note_off, channel, key, 0);
  }
  return {};
}

RtMidi midi_of_expression(const clap_event_note_expression_t& event, std::uint8_t channel) noexcept OMX_RT {
  if (event.expression_id != CLAP_NOTE_EXPRESSION_PRESSURE || event.key < 0 || event.key > highest_data)
    return {};
  return message(key_pressure, channel, static_cast<std::uint8_t>(event.key), data_of(event.value));
}

}  // namespace omx::lv2
