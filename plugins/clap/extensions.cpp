#include "clap/extensions.hpp"

#include <cstdio>
#include <cstring>

#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>

#include "clap/clap_effect.hpp"
#include "clap/params.hpp"
#include "clap/state.hpp"

namespace omx::clap {

namespace {

std::uint32_t port_count(const clap_plugin_t*, bool) {
  return 1;
}

bool get_port(const clap_plugin_t*, std::uint32_t index, bool is_input, clap_audio_port_info_t* info) {
  if (index != 0) {
    return false;
  }
  *info = {};
  info->id = 0;
  std::snprintf(info->name, sizeof info->name, "%s", is_input ? "Input" : "Output");
  info->flags = CLAP_AUDIO_PORT_IS_MAIN;
  info->channel_count = 2;
  info->port_type = CLAP_PORT_STEREO;
  info->in_place_pair = 0;
  return true;
}

constexpr clap_plugin_audio_ports_t audio_ports_extension{port_count, get_port};

constexpr clap_plugin_latency_t latency_extension{[](const clap_plugin_t*) -> std::uint32_t { return 0; }};

constexpr abi::PluginTail tail_extension{
    [](const clap_plugin_t* plugin) { return ClapEffect::of(plugin).tail_frames(); }};

}  // namespace

const void* find_extension(const char* id) noexcept {
  const struct {
    const char* id;
    const void* extension;
  } known[] = {
      {CLAP_EXT_AUDIO_PORTS, &audio_ports_extension},
      {CLAP_EXT_LATENCY, &latency_extension},
      {CLAP_EXT_PARAMS, &params_extension},
      {CLAP_EXT_STATE, &state_extension},
      {abi::tail_id, &tail_extension},
  };
  for (const auto& entry : known) {
    if (std::strcmp(id, entry.id) == 0) {
      return entry.extension;
    }
  }
  return nullptr;
}

}  // namespace omx::clap
