// Audio and note ports, as CLAP asks for them.
#include <algorithm>
#include <cstring>

#include "formats/lv2/plugin/adapter.hpp"
#include "formats/lv2/plugin/copy_text.hpp"
#include "formats/lv2/plugin/extensions.hpp"

namespace omx::lv2 {

namespace {

/// CLAP's draft extension for control voltage names its port type so.
constexpr char cv_port_type[] = "cv";

const std::vector<BusModel>& buses(const clap_plugin_t* plugin, bool is_input) {
  const PluginModel& model = Adapter::of(plugin).model();
  return is_input ? model.audio_inputs : model.audio_outputs;
}

const std::vector<std::uint32_t>& notes(const clap_plugin_t* plugin, bool is_input) {
  const PluginModel& model = Adapter::of(plugin).model();
  return is_input ? model.note_inputs : model.note_outputs;
}

const char* port_type(const BusModel& bus) {
  if (bus.cv) return cv_port_type;
  if (bus.ports.size() == 1) return CLAP_PORT_MONO;
  return bus.ports.size() == 2 ? CLAP_PORT_STEREO : nullptr;
}

/// In and out share no memory: plugins that say nothing against it are rarely tried that way.
bool get_audio(
    const clap_plugin_t* plugin, std::uint32_t index, bool is_input, clap_audio_port_info_t* info) {
  const auto& all = buses(plugin, is_input);
  if (index >= all.size()) return false;
  const BusModel& bus = all[index];
  *info = {};
  info->id = bus.ports.front();  // LV2's index: no other port has it
  copy_text(info->name, bus.name);
  info->flags = bus.main ? CLAP_AUDIO_PORT_IS_MAIN : 0;
  info->channel_count = static_cast<std::uint32_t>(bus.ports.size());
  info->port_type = port_type(bus);
  info->in_place_pair = CLAP_INVALID_ID;
  return true;
}

bool get_notes(const clap_plugin_t* plugin, std::uint32_t index, bool is_input, clap_note_port_info_t* info) {
  const auto& all = notes(plugin, is_input);
  if (index >= all.size()) return false;
  const PortModel& port = Adapter::of(plugin).model().ports[all[index]];
  *info = {};
  info->id = port.index;
  // What a plugin writes is MIDI; what it is given may be either.
  info->supported_dialects = CLAP_NOTE_DIALECT_MIDI | (is_input ? CLAP_NOTE_DIALECT_CLAP : 0);
  info->preferred_dialect = CLAP_NOTE_DIALECT_MIDI;
  copy_text(info->name, port.name);
  return true;
}

}  // namespace

const clap_plugin_audio_ports_t audio_ports_extension{
    [](const clap_plugin_t* plugin, bool is_input) {
      return static_cast<std::uint32_t>(buses(plugin, is_input).size());
    },
    get_audio};

const clap_plugin_note_ports_t note_ports_extension{
    [](const clap_plugin_t* plugin, bool is_input) {
      return static_cast<std::uint32_t>(notes(plugin, is_input).size());
    },
    get_notes};

}  // namespace omx::lv2
