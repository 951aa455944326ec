#include "clap/params.hpp"

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "clap/clap_effect.hpp"
#include "effect/param_text.hpp"

namespace omx::clap {

namespace {

/// CLAP_PARAM_IS_ENUM of CLAP 1.2: every value of a stepped parameter has a name of its own.
constexpr clap_param_info_flags is_enum = 1U << 16;

clap_param_info_flags flags_of(const ParamInfo& param) noexcept {
  clap_param_info_flags flags = CLAP_PARAM_IS_AUTOMATABLE;
  // Hosts cast stepped values to integers: finer steps are our own affair.
  if (param.step > 0.0 && std::trunc(param.step) == param.step) {
    flags |= CLAP_PARAM_IS_STEPPED;
  }
  if (param.unit == Unit::choice) {
    flags |= is_enum;
  }
  return flags;
}

const ParamInfo* find(const clap_plugin_t* plugin, clap_id id) noexcept {
  const ClapEffect& effect = ClapEffect::of(plugin);
  const std::uint32_t index = effect.index_of(id);
  return index < effect.info().params.size() ? &effect.info().params[index] : nullptr;
}

std::uint32_t count(const clap_plugin_t* plugin) {
  return static_cast<std::uint32_t>(ClapEffect::of(plugin).info().params.size());
}

bool get_info(const clap_plugin_t* plugin, std::uint32_t index, clap_param_info_t* info) {
  const auto params = ClapEffect::of(plugin).info().params;
  if (index >= params.size()) {
    return false;
  }
  const ParamInfo& param = params[index];
  *info = {};
  info->id = param.id;
  info->flags = flags_of(param);
  info->cookie = const_cast<ParamInfo*>(&param);
  std::snprintf(info->name, sizeof info->name, "%s", param.name);
  std::snprintf(info->module, sizeof info->module, "%s", param.group);
  info->min_value = param.min_value;
  info->max_value = param.max_value;
  info->default_value = param.default_value;
  return true;
}

bool get_value(const clap_plugin_t* plugin, clap_id id, double* value) {
  const ClapEffect& effect = ClapEffect::of(plugin);
  const std::uint32_t index = effect.index_of(id);
  if (index >= effect.info().params.size()) {
    return false;
  }
  *value = effect.value(index);
  return true;
}

bool value_to_text(const clap_plugin_t* plugin, clap_id id, double value, char* display, std::uint32_t size) {
  const ParamInfo* param = find(plugin, id);
  if (param == nullptr || size == 0) {
    return false;
  }
  std::snprintf(display, size, "%s", value_text(*param, accepted_value(*param, value)).c_str());
  return true;
}

bool text_to_value(const clap_plugin_t* plugin, clap_id id, const char* display, double* value) {
  const ParamInfo* param = find(plugin, id);
  const std::optional<double> parsed = param != nullptr ? parse_value(*param, display) : std::nullopt;
  if (parsed) {
    *value = *parsed;
  }
  return parsed.has_value();
}

void flush(const clap_plugin_t* plugin, const clap_input_events_t* in, const clap_output_events_t*) {
  ClapEffect::of(plugin).flush(in);
}

}  // namespace

const clap_plugin_params_t params_extension{count, get_info, get_value, value_to_text, text_to_value, flush};

}  // namespace omx::clap
