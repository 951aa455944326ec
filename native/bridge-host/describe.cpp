#include "bridge-host/describe.hpp"

#include "formats/bridged/lifecycle/description.hpp"
#include "formats/clap/lifecycle/plugin_extension.hpp"
#include "formats/lv2/include/omx-clap-lv2.h"

namespace omx {

namespace {

std::string text_or_empty(const char* text) {
  return text != nullptr ? text : "";
}

BridgedLv2Ports lv2_ports(
    const ClapInstance& owner, const clap_plugin_t* plugin, const omx_clap_lv2_plugin& names, bool is_input) {
  const ClapPorts& ports = owner.ports();
  BridgedLv2Ports side;
  const auto& audio = is_input ? ports.audio_inputs : ports.audio_outputs;
  for (std::uint32_t p = 0; p < audio.size(); ++p) {
    side.cv.push_back(names.is_cv(plugin, is_input, p));
    auto& channels = side.audio.emplace_back();
    for (std::uint32_t c = 0; c < audio[p].channels; ++c)
      channels.push_back(text_or_empty(names.audio_symbol(plugin, is_input, p, c)));
  }
  const auto& notes = is_input ? ports.note_inputs : ports.note_outputs;
  for (std::uint32_t p = 0; p < notes.size(); ++p)
    side.notes.push_back(text_or_empty(names.note_symbol(plugin, is_input, p)));
  return side;
}

}  // namespace

void describe_plugin(ClapInstance& plugin, MessageWriter& out) {
  BridgedDescription description;
  description.ports = plugin.ports();
  description.params = plugin.params();
  description.has_params = plugin.rt().params != nullptr;
  const clap_plugin_t* const clap = plugin.rt().plugin;
  if (const auto* names = plugin_extension<omx_clap_lv2_plugin>(clap, OMX_CLAP_LV2_EXTENSION)) {
    description.is_lv2 = true;
    for (const ClapParam& param : description.params)
      description.lv2_params[param.id] = {
          text_or_empty(names->param_symbol(clap, param.id)), names->param_traits(clap, param.id)};
    for (const bool is_input : {false, true})
      description.lv2_ports[is_input ? 1 : 0] = lv2_ports(plugin, clap, *names, is_input);
  }
  write(out, description);
}

}  // namespace omx
