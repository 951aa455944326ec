#include "formats/clap/lifecycle/clap_ports.hpp"

#include <clap/ext/audio-ports.h>
#include <clap/ext/note-ports.h>

#include "formats/clap/lifecycle/plugin_extension.hpp"

namespace omx {

namespace {

struct RawAudioPort {
  ClapAudioPort port;
  clap_id pair_id;
};

std::vector<RawAudioPort>
read_audio(const clap_plugin_t* plugin, const clap_plugin_audio_ports_t* extension, bool is_input) {
  std::vector<RawAudioPort> ports;
  const std::uint32_t count = extension->count(plugin, is_input);
  for (std::uint32_t i = 0; i < count; ++i) {
    clap_audio_port_info_t info{};
    info.in_place_pair = CLAP_INVALID_ID;
    if (!extension->get(plugin, i, is_input, &info)) {
      // A port keeps its place: process() must be given as many as were counted.
      info = {};
      info.in_place_pair = CLAP_INVALID_ID;
    }
    ports.push_back(
        {{info.id, text_of(info.name), info.channel_count, (info.flags & CLAP_AUDIO_PORT_IS_MAIN) != 0, {}},
         info.in_place_pair});
  }
  return ports;
}

// A pair is only good when both ports exist, name each other or leave it to one side, and have as many
// channels.
std::optional<std::uint32_t> pair_of(const RawAudioPort& port, const std::vector<RawAudioPort>& others) {
  if (port.pair_id == CLAP_INVALID_ID) return std::nullopt;
  for (std::uint32_t i = 0; i < others.size(); ++i) {
    const RawAudioPort& other = others[i];
    const bool agreed = other.pair_id == port.port.id || other.pair_id == CLAP_INVALID_ID;
    if (other.port.id == port.pair_id && agreed && other.port.channels == port.port.channels) return i;
  }
  return std::nullopt;
}

std::vector<ClapAudioPort>
paired(const std::vector<RawAudioPort>& ports, const std::vector<RawAudioPort>& others) {
  std::vector<ClapAudioPort> result;
  for (const RawAudioPort& raw : ports) {
    result.push_back(raw.port);
    result.back().in_place_pair = pair_of(raw, others);
  }
  return result;
}

NoteDialect dialect_of(const clap_note_port_info_t& info) {
  const bool speaks_clap = (info.supported_dialects & CLAP_NOTE_DIALECT_CLAP) != 0;
  const bool rather_midi = info.preferred_dialect == CLAP_NOTE_DIALECT_MIDI &&
                           (info.supported_dialects & CLAP_NOTE_DIALECT_MIDI) != 0;
  return speaks_clap && !rather_midi ? NoteDialect::clap : NoteDialect::midi;
}

std::vector<ClapNotePort>
read_notes(const clap_plugin_t* plugin, const clap_plugin_note_ports_t* extension, bool is_input) {
  std::vector<ClapNotePort> ports;
  const std::uint32_t count = extension->count(plugin, is_input);
  for (std::uint32_t i = 0; i < count; ++i) {
    clap_note_port_info_t info{};
    if (!extension->get(plugin, i, is_input, &info)) info = {};
    ports.push_back({info.id, text_of(info.name), dialect_of(info)});
  }
  return ports;
}

}  // namespace

ClapPorts read_ports(const clap_plugin_t* plugin) {
  ClapPorts ports;
  if (const auto* audio = plugin_extension<clap_plugin_audio_ports_t>(plugin, CLAP_EXT_AUDIO_PORTS)) {
    const auto inputs = read_audio(plugin, audio, true);
    const auto outputs = read_audio(plugin, audio, false);
    ports.audio_inputs = paired(inputs, outputs);
    ports.audio_outputs = paired(outputs, inputs);
  }
  if (const auto* notes = plugin_extension<clap_plugin_note_ports_t>(plugin, CLAP_EXT_NOTE_PORTS)) {
    ports.note_inputs = read_notes(plugin, notes, true);
    ports.note_outputs = read_notes(plugin, notes, false);
  }
  return ports;
}

}  // namespace omx
