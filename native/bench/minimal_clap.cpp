#include "bench/minimal_clap.hpp"

#include <dlfcn.h>

#include <memory>

#include <clap/entry.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/thread-check.h>
#include <clap/plugin-factory.h>

namespace omx::floor {
namespace {

thread_local bool on_main_thread = false;

const clap_host_thread_check_t thread_check = {
    [](const clap_host_t*) { return on_main_thread; },
    [](const clap_host_t*) { return !on_main_thread; },
};

const void* host_extension(const clap_host_t*, const char* id) {
  return std::string(id) == CLAP_EXT_THREAD_CHECK ? &thread_check : nullptr;
}

void ignore_request(const clap_host_t*) {}

const clap_host_t host = {
    CLAP_VERSION,   nullptr,        "omx-floor",   "The plugin-hostd authors", "", "1", host_extension,
    ignore_request, ignore_request, ignore_request};

const clap_input_events_t no_events = {
    nullptr, [](const clap_input_events_t*) { return 0u; },
    [](const clap_input_events_t*, std::uint32_t) -> const clap_event_header_t* { return nullptr; }};
const clap_output_events_t drop_events = {
    nullptr, [](const clap_output_events_t*, const clap_event_header_t*) { return true; }};

/// The factory of a .clap file, null with `error` filled when there is none.
const clap_plugin_factory_t* open_factory(const std::string& path, std::string& error) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    error = dlerror();
    return nullptr;
  }
  const auto* entry = static_cast<const clap_plugin_entry_t*>(dlsym(library, "clap_entry"));
  if (entry == nullptr || !entry->init(path.c_str())) {
    error = path + " is not a CLAP plugin";
    return nullptr;
  }
  return static_cast<const clap_plugin_factory_t*>(entry->get_factory(CLAP_PLUGIN_FACTORY_ID));
}

/// Lays out the buses of one direction; returns the index of the main port or -1.
int lay_out(
    const clap_plugin_t* plugin, bool is_input, std::vector<std::vector<float*>>& channels,
    std::vector<clap_audio_buffer_t>& buffers) {
  const auto* ports =
      static_cast<const clap_plugin_audio_ports_t*>(plugin->get_extension(plugin, CLAP_EXT_AUDIO_PORTS));
  int main_port = -1;
  const std::uint32_t count = ports == nullptr ? 0 : ports->count(plugin, is_input);
  for (std::uint32_t i = 0; i < count; ++i) {
    clap_audio_port_info_t info{};
    ports->get(plugin, i, is_input, &info);
    if (main_port < 0 && (info.flags & CLAP_AUDIO_PORT_IS_MAIN) != 0) {
      main_port = static_cast<int>(i);
    }
    channels.emplace_back(info.channel_count, nullptr);
  }
  for (auto& port : channels) {
    buffers.push_back({port.data(), nullptr, static_cast<std::uint32_t>(port.size()), 0, 0});
  }
  return main_port < 0 && count > 0 ? 0 : main_port;
}

}  // namespace

FloorPlugin*
load_floor_plugin(const std::string& spec, double rate_hz, std::uint32_t max_frames, std::string& error) {
  on_main_thread = true;
  const auto hash = spec.rfind('#');
  const auto* factory = open_factory(spec.substr(0, hash), error);
  if (factory == nullptr) {
    return nullptr;
  }
  const std::string id =
      hash == std::string::npos ? factory->get_plugin_descriptor(factory, 0)->id : spec.substr(hash + 1);
  auto loaded = std::make_unique<FloorPlugin>();
  loaded->plugin = factory->create_plugin(factory, &host, id.c_str());
  if (loaded->plugin == nullptr || !loaded->plugin->init(loaded->plugin)) {
    error = "there is no plugin " + spec;
    return nullptr;
  }
  loaded->main_input = lay_out(loaded->plugin, true, loaded->input_channels, loaded->inputs);
  loaded->main_output = lay_out(loaded->plugin, false, loaded->output_channels, loaded->outputs);
  loaded->process.audio_inputs = loaded->inputs.data();
  loaded->process.audio_outputs = loaded->outputs.data();
  loaded->process.audio_inputs_count = static_cast<std::uint32_t>(loaded->inputs.size());
  loaded->process.audio_outputs_count = static_cast<std::uint32_t>(loaded->outputs.size());
  loaded->process.in_events = &no_events;
  loaded->process.out_events = &drop_events;
  if (!loaded->plugin->activate(loaded->plugin, rate_hz, 1, max_frames)) {
    error = spec + " could not be activated";
    return nullptr;
  }
  return loaded.release();
}

}  // namespace omx::floor
