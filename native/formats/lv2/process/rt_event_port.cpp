#include "formats/lv2/process/rt_event_port.hpp"

#include <algorithm>

#include "formats/lv2/include/omx-clap-lv2.h"
#include "formats/lv2/process/rt_events.hpp"
#include "formats/lv2/process/rt_lv2.hpp"
#include "formats/lv2/process/rt_midi.hpp"
#include "formats/lv2/process/rt_object.hpp"
#include "formats/lv2/process/rt_patch.hpp"
#include "formats/lv2/process/rt_sequence.hpp"
#include "formats/lv2/process/rt_transport.hpp"

namespace omx::lv2 {

namespace {

constexpr std::uint8_t channels = 16;

RtEventPort* port_for_notes(RtLv2& p, std::int32_t index) noexcept OMX_RT {
  for (RtEventPort& port : p.event_inputs) {
    // An event for no port in particular is one for the first.
    if (port.notes >= 0 && (port.notes == index || index < 0)) return &port;
  }
  return nullptr;
}

void append(
    RtLv2& p, RtEventPort* port, std::uint32_t time, LV2_URID type, const void* body,
    std::uint32_t size) noexcept OMX_RT {
  if (port == nullptr) return;
  if (!RtSequenceWriter::append(port->buffer(), port->capacity_bytes, time, type, body, size))
    p.lost_events.fetch_add(1, std::memory_order_relaxed);
}

void append_midi(RtLv2& p, RtEventPort* port, std::uint32_t time, const RtMidi& midi) noexcept OMX_RT {
  if (midi.size > 0) append(p, port, time, p.urids.midi_event, midi.bytes.data(), midi.size);
}

/// To one channel, or to all when the event names none.
template <typename Event, typename Convert>
void to_channels(RtLv2& p, const Event& event, std::uint32_t time, Convert&& convert) noexcept OMX_RT {
  RtEventPort* const port = port_for_notes(p, event.port_index);
  const std::uint8_t first = event.channel < 0 ? 0 : static_cast<std::uint8_t>(event.channel & 15);
  // A note that is to begin has one place only.
  const bool one = event.channel >= 0 || event.header.type == CLAP_EVENT_NOTE_ON;
  for (std::uint8_t channel = first; channel < (one ? first + 1 : channels); ++channel)
    append_midi(p, port, time, convert(event, channel));
}

void write_raw(RtLv2& p, const clap_event_midi_t& event, std::uint32_t time) noexcept OMX_RT {
  const std::uint32_t size = midi_length(event.data[0]);
  if (size > 0) append(p, port_for_notes(p, event.port_index), time, p.urids.midi_event, event.data, size);
}

void write_param(RtLv2& p, const clap_event_param_value_t& event, std::uint32_t time) noexcept OMX_RT {
  RtParam* const param = p.params.find(event.param_id);
  if (param == nullptr || param->port != nullptr || param->output) return;
  param->value.store(param->range.nearest(event.value), std::memory_order_relaxed);
  rt_send_property(p, *param, time);
}

void write_atom(RtLv2& p, const clap_event_header_t& header, std::uint32_t time) noexcept OMX_RT {
  if (header.type != 0 || header.size < sizeof(omx_clap_lv2_atom_event)) return;
  const auto& event = reinterpret_cast<const omx_clap_lv2_atom_event&>(header);
  for (RtEventPort& port : p.event_inputs) {
    if (port.port == event.port && port.sequence) append(p, &port, time, event.type, event.body, event.size);
  }
}

void write(RtLv2& p, const clap_event_header_t* event, std::uint32_t time) noexcept OMX_RT {
  if (p.atom_space == event->space_id) return write_atom(p, *event, time);
  if (event->space_id != CLAP_CORE_EVENT_SPACE_ID) return;
  switch (event->type) {
  case CLAP_EVENT_NOTE_ON:
  case CLAP_EVENT_NOTE_OFF:
  case CLAP_EVENT_NOTE_CHOKE:
    if (const auto* note = event_as<clap_event_note_t>(event, event->type))
      to_channels(p, *note, time, midi_of_note);
    return;
  case CLAP_EVENT_NOTE_EXPRESSION:
    if (const auto* bend = event_as<clap_event_note_expression_t>(event, event->type))
      to_channels(p, *bend, time, midi_of_expression);
    return;
  case CLAP_EVENT_MIDI:
    if (const auto* midi = event_as<clap_event_midi_t>(event, event->type)) write_raw(p, *midi, time);
    return;
  case CLAP_EVENT_MIDI_SYSEX:
    if (const auto* sysex = event_as<clap_event_midi_sysex_t>(event, event->type))
      append(p, port_for_notes(p, sysex->port_index), time, p.urids.midi_event, sysex->buffer, sysex->size);
    return;
  case CLAP_EVENT_PARAM_VALUE:
    if (const auto* value = event_as<clap_event_param_value_t>(event, event->type))
      write_param(p, *value, time);
    return;
  case CLAP_EVENT_TRANSPORT:
    if (const auto* transport = event_as<clap_event_transport_t>(event, event->type))
      rt_send_position(p, position_of(*transport, p.sample_rate_hz), time);
    return;
  default:
    return;
  }
}

/// A MIDI message that the plugin wrote. CLAP has no room for messages longer than three bytes but for system
/// exclusive.
void tell_midi(
    const RtEventPort& port, const LV2_Atom& atom, const clap_output_events_t& out,
    std::uint32_t time) noexcept OMX_RT {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&atom + 1);
  if (port.notes < 0 || atom.size == 0) return;
  if (bytes[0] == 0xF0) {
    clap_event_midi_sysex_t event{};
    event.header = {sizeof event, time, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI_SYSEX, 0};
    event.port_index = static_cast<std::uint16_t>(port.notes);
    event.buffer = bytes;
    event.size = atom.size;
    call_plugin(out.try_push, &out, static_cast<const clap_event_header_t*>(&event.header));
    return;
  }
  if (atom.size > 3) return;
  clap_event_midi_t event{};
  event.header = {sizeof event, time, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI, 0};
  event.port_index = static_cast<std::uint16_t>(port.notes);
  std::memcpy(event.data, bytes, atom.size);
  call_plugin(out.try_push, &out, static_cast<const clap_event_header_t*>(&event.header));
}

/// False for an object that nobody here knows.
bool tell_object(
    RtLv2& p, const LV2_Atom& atom, const clap_output_events_t& out, std::uint32_t time) noexcept OMX_RT {
  if (rt_take_patch(p, atom, out, time)) return true;
  if (RtObjectReader(&atom + 1, atom.size).type() != p.urids.state_changed) return false;
  p.state_changed.store(true, std::memory_order_relaxed);
  rt_ask_for_callback(p);
  return true;
}

/// Whatever else it may be, for a host that knows what to do with it.
void tell_atom(
    const RtLv2& p, const RtEventPort& port, const LV2_Atom& atom, const clap_output_events_t& out,
    std::uint32_t time) noexcept OMX_RT {
  if (!p.atom_space) return;
  omx_clap_lv2_atom_event event{};
  event.header = {sizeof event, time, *p.atom_space, 0, 0};
  event.port = port.port;
  event.type = atom.type;
  event.size = atom.size;
  event.body = &atom + 1;
  call_plugin(out.try_push, &out, static_cast<const clap_event_header_t*>(&event.header));
}

bool is_object(const RtUrids& u, LV2_URID type) noexcept OMX_RT {
  return type == u.object || type == u.blank || type == u.resource;
}

}  // namespace

void rt_clear_event_ports(RtLv2& p) noexcept OMX_RT {
  for (RtEventPort& port : p.event_inputs) {
    if (port.sequence)
      RtSequenceWriter::clear(port.buffer(), p.urids.sequence);
    else
      port.buffer()->atom = {0, 0};
  }
  // An output says how much room there is, and that there is nothing in it yet.
  for (RtEventPort& port : p.event_outputs)
    port.buffer()->atom = {port.capacity_bytes - static_cast<std::uint32_t>(sizeof(LV2_Atom)), p.urids.chunk};
}

void rt_begin_events(
    RtLv2& p, const clap_event_transport_t* transport, std::uint32_t frames) noexcept OMX_RT {
  while (!p.to_plugin.empty()) {
    const std::uint32_t size = p.to_plugin.next_size();
    p.to_plugin.pop(p.message.data());  // made for the longest
    append(p, p.patch_port, 0, p.urids.object, p.message.data(), size);
  }
  if (transport != nullptr) rt_follow_position(p, *transport, frames);
}

void rt_write_events(
    RtLv2& p, RtEventReader& events, std::uint32_t start, std::uint32_t end) noexcept OMX_RT {
  for (; !events.at_end(); events.advance()) {
    const clap_event_header_t* const event = events.peek();
    if (event == nullptr) continue;
    if (event->time >= end && end < p.block_frames) return;
    const std::uint32_t time = std::clamp(event->time, start, end - 1);
    write(p, event, time - start);
  }
}

void rt_read_events(
    RtLv2& p, const clap_output_events_t& out, std::uint32_t start, std::uint32_t end) noexcept OMX_RT {
  for (const RtEventPort& port : p.event_outputs) {
    RtSequenceReader events(port.buffer(), port.capacity_bytes, p.urids.sequence);
    while (const LV2_Atom_Event* const event = events.next()) {
      const std::int64_t frames = std::clamp<std::int64_t>(event->time.frames, 0, end - start - 1);
      const std::uint32_t time = start + static_cast<std::uint32_t>(frames);
      if (event->body.type == p.urids.midi_event)
        tell_midi(port, event->body, out, time);
      else if (!is_object(p.urids, event->body.type) || !tell_object(p, event->body, out, time))
        tell_atom(p, port, event->body, out, time);
    }
  }
}

}  // namespace omx::lv2
