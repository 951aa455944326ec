// What CLAP does not say.
#include <algorithm>

#include "formats/lv2/plugin/adapter.hpp"
#include "formats/lv2/plugin/copy_text.hpp"
#include "formats/lv2/plugin/extensions.hpp"
#include "formats/lv2/state/presets.hpp"

namespace omx::lv2 {

namespace {

const BusModel* bus_of(const PluginModel& model, bool is_input, std::uint32_t port_index) {
  const auto& buses = is_input ? model.audio_inputs : model.audio_outputs;
  return port_index < buses.size() ? &buses[port_index] : nullptr;
}

const char* param_symbol(const clap_plugin_t* plugin, clap_id id) {
  const PluginModel& model = Adapter::of(plugin).model();
  const auto found = std::ranges::find(model.params, id, &ParamModel::id);
  return found != model.params.end() ? model.symbol_of(*found).c_str() : nullptr;
}

std::uint32_t param_traits(const clap_plugin_t* plugin, clap_id id) {
  const PluginModel& model = Adapter::of(plugin).model();
  const auto found = std::ranges::find(model.params, id, &ParamModel::id);
  if (found == model.params.end()) return 0;
  const ValueModel& value = model.value_of(*found);
  std::uint32_t traits = 0;
  const auto set_if = [&traits](bool set, std::uint32_t bit) { traits |= set ? bit : 0; };
  set_if(value.logarithmic, OMX_CLAP_LV2_LOGARITHMIC);
  set_if(value.integer, OMX_CLAP_LV2_INTEGER);
  set_if(value.toggled, OMX_CLAP_LV2_TOGGLED);
  set_if(value.enumeration, OMX_CLAP_LV2_ENUMERATION);
  set_if(value.trigger, OMX_CLAP_LV2_TRIGGER);
  set_if(value.expensive, OMX_CLAP_LV2_EXPENSIVE);
  set_if(value.times_rate, OMX_CLAP_LV2_TIMES_RATE);
  set_if(found->source == ParamSource::property, OMX_CLAP_LV2_PROPERTY);
  return traits;
}

const char*
audio_symbol(const clap_plugin_t* plugin, bool is_input, std::uint32_t port_index, std::uint32_t channel) {
  const PluginModel& model = Adapter::of(plugin).model();
  const BusModel* const bus = bus_of(model, is_input, port_index);
  if (bus == nullptr || channel >= bus->ports.size()) return nullptr;
  return model.ports[bus->ports[channel]].symbol.c_str();
}

bool is_cv(const clap_plugin_t* plugin, bool is_input, std::uint32_t port_index) {
  const BusModel* const bus = bus_of(Adapter::of(plugin).model(), is_input, port_index);
  return bus != nullptr && bus->cv;
}

const char* note_symbol(const clap_plugin_t* plugin, bool is_input, std::uint32_t port_index) {
  const PluginModel& model = Adapter::of(plugin).model();
  const auto& ports = is_input ? model.note_inputs : model.note_outputs;
  return port_index < ports.size() ? model.ports[ports[port_index]].symbol.c_str() : nullptr;
}

bool get_property(const clap_plugin_t* plugin, const char* uri, char* value, std::uint32_t size) {
  const auto known = Adapter::of(plugin).properties().get(uri);
  copy_text(value, size, known.value_or(""));
  return known.has_value();
}

}  // namespace

const omx_clap_lv2_plugin own_extension{
    param_symbol,
    audio_symbol,
    is_cv,
    note_symbol,
    [](const clap_plugin_t* plugin) { return Adapter::of(plugin).properties().count(); },
    [](const clap_plugin_t* plugin, std::uint32_t index) -> const char* {
      const std::string* const uri = Adapter::of(plugin).properties().uri(index);
      return uri != nullptr ? uri->c_str() : nullptr;
    },
    [](const clap_plugin_t* plugin, const char* uri, const char* value) {
      return Adapter::of(plugin).properties().set(uri, value);
    },
    get_property,
    [](const clap_plugin_t* plugin, const char* bundle_path, const char* label) {
      Adapter& self = Adapter::of(plugin);
      const Verdict saved = save_preset(self, bundle_path, label);
      return saved.ok() || self.fail(saved);
    },
    param_traits};

}  // namespace omx::lv2
