#include "formats/lv2/plugin/extensions.hpp"

#include <string_view>

#include <lv2/core/lv2.h>

#include "formats/lv2/plugin/adapter.hpp"

namespace omx::lv2 {

const void* plugin_extension(Adapter& adapter, const char* id) {
  const std::string_view name = id;
  const PluginModel& model = adapter.model();
  if (name == CLAP_EXT_AUDIO_PORTS) return &audio_ports_extension;
  if (name == CLAP_EXT_PARAMS) return &params_extension;
  if (name == CLAP_EXT_STATE) return &state_extension;
  if (name == abi::preset_load_id || name == abi::preset_load_draft_id) return &preset_extension;
  if (name == abi::render_id) return &render_extension;
  if (name == CLAP_EXT_LATENCY) return adapter.rt().latency != nullptr ? &latency_extension : nullptr;
  if (name == CLAP_EXT_NOTE_PORTS)
    return model.note_inputs.empty() && model.note_outputs.empty() ? nullptr : &note_ports_extension;
  if (name == OMX_CLAP_LV2_EXTENSION) return &own_extension;
  return nullptr;
}

const clap_plugin_latency_t latency_extension{
    [](const clap_plugin_t* plugin) { return Adapter::of(plugin).rt().latency_frames.load(); }};

const abi::PluginRender render_extension{
    // One that requires the host to be live has its reasons: hardware, or other programs.
    [](const clap_plugin_t* plugin) { return Adapter::of(plugin).model().needs(LV2_CORE__isLive); },
    [](const clap_plugin_t* plugin, std::int32_t mode) {
      Adapter::of(plugin).set_offline(mode == abi::render_offline);
      return true;
    }};

}  // namespace omx::lv2
