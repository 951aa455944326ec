/// CLAP's extension for a choice between sets of audio ports, declared from its published interface: the
/// headers we build with lack it.
#pragma once

#include <cstdint>

#include <clap/plugin.h>
#include <clap/string-sizes.h>

namespace omx::abi {

inline constexpr char audio_ports_config_id[] = "clap.audio-ports-config";

struct AudioPortsConfig {
  clap_id id;
  char name[CLAP_NAME_SIZE];

  std::uint32_t input_port_count;
  std::uint32_t output_port_count;

  bool has_main_input;
  std::uint32_t main_input_channel_count;
  const char* main_input_port_type;

  bool has_main_output;
  std::uint32_t main_output_channel_count;
  const char* main_output_port_type;
};

struct PluginAudioPortsConfig {
  std::uint32_t(CLAP_ABI* count)(const clap_plugin_t* plugin);  ///< [main-thread]
  bool(CLAP_ABI* get)(
      const clap_plugin_t* plugin, std::uint32_t index, AudioPortsConfig* config);  ///< [main-thread]
  /// Selects the set with an id. Not while the plugin is active. [main-thread]
  bool(CLAP_ABI* select)(const clap_plugin_t* plugin, clap_id config_id);
};

}  // namespace omx::abi
