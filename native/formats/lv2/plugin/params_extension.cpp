// Parameters, as CLAP asks for them.
#include "formats/lv2/model/value_text.hpp"
#include "formats/lv2/plugin/adapter.hpp"
#include "formats/lv2/plugin/build_rt.hpp"
#include "formats/lv2/plugin/copy_text.hpp"
#include "formats/lv2/plugin/extensions.hpp"

namespace omx::lv2 {

namespace {

const ParamModel* find(const PluginModel& model, clap_id id) {
  const auto found = std::ranges::find(model.params, id, &ParamModel::id);
  return found != model.params.end() ? &*found : nullptr;
}

std::uint32_t flags_of(const ParamModel& param, const ValueModel& value) {
  std::uint32_t flags = 0;
  if (is_stepped(value)) flags |= CLAP_PARAM_IS_STEPPED;
  if (value.hidden) flags |= CLAP_PARAM_IS_HIDDEN;
  if (param.readonly)
    flags |= CLAP_PARAM_IS_READONLY;
  else if (!value.expensive)
    flags |= CLAP_PARAM_IS_AUTOMATABLE;
  return flags;
}

std::uint32_t count(const clap_plugin_t* plugin) {
  return static_cast<std::uint32_t>(Adapter::of(plugin).model().params.size());
}

bool get_info(const clap_plugin_t* plugin, std::uint32_t index, clap_param_info_t* info) {
  Adapter& self = Adapter::of(plugin);
  const PluginModel& model = self.model();
  if (index >= model.params.size()) return false;
  const ParamModel& param = model.params[index];
  const ValueModel& value = model.value_of(param);
  const double rate_hz = self.rt().sample_rate_hz;
  *info = {};
  info->id = param.id;
  info->flags = flags_of(param, value);
  copy_text(info->name, model.name_of(param));
  if (param.source == ParamSource::control) copy_text(info->module, model.ports[param.index].group_name);
  info->min_value = min_of(value, rate_hz);
  info->max_value = max_of(value, rate_hz);
  info->default_value = default_of(value, rate_hz);
  return true;
}

bool get_value(const clap_plugin_t* plugin, clap_id id, double* value) {
  const RtParam* const param = Adapter::of(plugin).rt().params.find(id);
  if (param == nullptr) return false;
  *value = param->value.load(std::memory_order_relaxed);
  return true;
}

bool to_text(const clap_plugin_t* plugin, clap_id id, double value, char* text, std::uint32_t size) {
  const PluginModel& model = Adapter::of(plugin).model();
  const ParamModel* const param = find(model, id);
  if (param == nullptr) return false;
  copy_text(text, size, value_text(model.value_of(*param), value));
  return true;
}

bool to_value(const clap_plugin_t* plugin, clap_id id, const char* text, double* value) {
  const PluginModel& model = Adapter::of(plugin).model();
  const ParamModel* const param = find(model, id);
  if (param == nullptr) return false;
  const auto parsed = parse_value(model.value_of(*param), text);
  if (parsed) *value = *parsed;
  return parsed.has_value();
}

}  // namespace

const clap_plugin_params_t params_extension{
    count,
    get_info,
    get_value,
    to_text,
    to_value,
    [](const clap_plugin_t* plugin, const clap_input_events_t* in, const clap_output_events_t* out) {
      rt_lv2_flush(Adapter::of(plugin).rt(), *in, *out);
    }};

}  // namespace omx::lv2
