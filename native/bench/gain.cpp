/// omx-bench-gain.clap: a stereo gain of -1 (polarity inverted), so that a series of them keeps its level.
/// The least work a plugin can do: what a host adds to a call shows beside it.
#include <cstdint>
#include <cstring>

#include <clap/entry.h>
#include <clap/ext/audio-ports.h>
#include <clap/plugin-factory.h>

namespace {

constexpr float gain = -1.0F;

const char* const features[] = {CLAP_PLUGIN_FEATURE_AUDIO_EFFECT, CLAP_PLUGIN_FEATURE_STEREO, nullptr};
const clap_plugin_descriptor_t descriptor = {
    CLAP_VERSION,
    "org.plugin-hostd.bench-gain",
    "omx-bench-gain",
    "The plugin-hostd authors",
    "",
    "",
    "",
    "1.0.0",
    "Gain for measurements",
    const_cast<const char**>(features),
};

std::uint32_t count_ports(const clap_plugin_t*, bool) {
  return 1;
}

bool describe_port(const clap_plugin_t*, std::uint32_t index, bool is_input, clap_audio_port_info_t* info) {
  if (index != 0) {
    return false;
  }
  *info = {};
  info->id = 0;
  std::strncpy(info->name, is_input ? "In" : "Out", sizeof info->name - 1);
  info->flags = CLAP_AUDIO_PORT_IS_MAIN;
  info->channel_count = 2;
  info->port_type = CLAP_PORT_STEREO;
  info->in_place_pair = 0;
  return true;
}

const clap_plugin_audio_ports_t audio_ports = {count_ports, describe_port};

clap_process_status process(const clap_plugin_t*, const clap_process_t* block) {
  for (std::uint32_t c = 0; c < 2; ++c) {
    const float* in = block->audio_inputs[0].data32[c];
    float* out = block->audio_outputs[0].data32[c];
    for (std::uint32_t i = 0; i < block->frames_count; ++i) {
      out[i] = gain * in[i];
    }
  }
  return CLAP_PROCESS_CONTINUE;
}

const void* extension(const clap_plugin_t*, const char* id) {
  return std::strcmp(id, CLAP_EXT_AUDIO_PORTS) == 0 ? &audio_ports : nullptr;
}

bool succeed(const clap_plugin_t*) {
  return true;
}

void nothing(const clap_plugin_t*) {}

const clap_plugin_t* create(const clap_plugin_factory_t*, const clap_host_t*, const char* id) {
  if (std::strcmp(id, descriptor.id) != 0) {
    return nullptr;
  }
  return new clap_plugin_t{
      &descriptor,
      nullptr,
      succeed,
      [](const clap_plugin_t* plugin) { delete plugin; },
      [](const clap_plugin_t*, double, std::uint32_t, std::uint32_t) { return true; },
      nothing,
      succeed,
      nothing,
      nothing,
      process,
      extension,
      nothing};
}

const clap_plugin_factory_t factory = {
    [](const clap_plugin_factory_t*) -> std::uint32_t { return 1; },
    [](const clap_plugin_factory_t*, std::uint32_t index) { return index == 0 ? &descriptor : nullptr; },
    create};

const void* get_factory(const char* id) {
  return std::strcmp(id, CLAP_PLUGIN_FACTORY_ID) == 0 ? &factory : nullptr;
}

}  // namespace

extern "C" CLAP_EXPORT const clap_plugin_entry_t clap_entry = {
    CLAP_VERSION, [](const char*) { return true; }, [] {}, get_factory};
