#include "clap/ports.hpp"

#include <cstdio>

#include "clap/clap_effect.hpp"

namespace omx::clap {

namespace {

/// Ids of the sets of ports; stable for ever.
constexpr clap_id stereo_id = 0;
constexpr clap_id mono_id = 1;

const char* type_of(std::uint32_t channels) noexcept {
  return channels == 2 ? CLAP_PORT_STEREO : CLAP_PORT_MONO;
}

std::uint32_t port_count(const clap_plugin_t* plugin, bool is_input) {
  return is_input && ClapEffect::of(plugin).info().has_side_chain ? 2 : 1;
}

const char* port_name(std::uint32_t index, bool is_input) noexcept {
  if (!is_input) {
    return "Output";
  }
  return index == 0 ? "Input" : "Side chain";
}

bool get_port(const clap_plugin_t* plugin, std::uint32_t index, bool is_input, clap_audio_port_info_t* info) {
  if (index >= port_count(plugin, is_input)) {
    return false;
  }
  const std::uint32_t channels = ClapEffect::of(plugin).channels();
  *info = {};
  info->id = index;
  std::snprintf(info->name, sizeof info->name, "%s", port_name(index, is_input));
  info->flags = index == 0 ? CLAP_AUDIO_PORT_IS_MAIN : 0;
  info->channel_count = channels;
  info->port_type = type_of(channels);
  info->in_place_pair = index == 0 ? 0 : CLAP_INVALID_ID;
  return true;
}

std::uint32_t config_count(const clap_plugin_t*) {
  return 2;
}

bool get_config(const clap_plugin_t* plugin, std::uint32_t index, abi::AudioPortsConfig* config) {
  if (index >= config_count(plugin)) {
    return false;
  }
  const std::uint32_t channels = index == 0 ? 2 : 1;
  *config = {};
  config->id = index == 0 ? stereo_id : mono_id;
  std::snprintf(config->name, sizeof config->name, "%s", index == 0 ? "Stereo" : "Mono");
  config->input_port_count = port_count(plugin, true);
  config->output_port_count = port_count(plugin, false);
  config->has_main_input = config->has_main_output = true;
  config->main_input_channel_count = config->main_output_channel_count = channels;
  config->main_input_port_type = config->main_output_port_type = type_of(channels);
  return true;
}

bool select_config(const clap_plugin_t* plugin, clap_id id) {
  ClapEffect& effect = ClapEffect::of(plugin);
  if (effect.is_active() || (id != stereo_id && id != mono_id)) {
    return false;
  }
  effect.set_channels(id == stereo_id ? 2 : 1);
  return true;
}

}  // namespace

const clap_plugin_audio_ports_t audio_ports_extension{port_count, get_port};

const abi::PluginAudioPortsConfig audio_ports_config_extension{config_count, get_config, select_config};

}  // namespace omx::clap
