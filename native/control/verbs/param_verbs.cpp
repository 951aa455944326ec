// Parameters.
#include "control/lv2_library.hpp"
#include "control/verbs/instance_argument.hpp"
#include "text/json.hpp"

namespace omx {
namespace {

void write_param(JsonWriter& json, ClapInstance& plugin, const ClapParam& param) {
  json.begin_object();
  json.field("symbol", param_symbol(plugin, param.id));
  json.field("name", param.name);
  json.field("module", param.module);
  json.field("min", param.min);
  json.field("max", param.max);
  json.field("default", param.default_value);
  json.field("value", param.value);
  json.field("text", plugin.param_text(param.id, param.value));
  json.field("readonly", param.readonly());
  json.field("stepped", param.stepped());
  json.field("hidden", param.hidden());
  json.end_object();
}

/// monitor_output answers 1 for success and 0 for failure, as mod-host does.
Answer monitor(Host& host, const Command& command, bool on) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return Reply{0, ""};
  const Result<const ClapParam*> param = param_argument(*instance.value(), command);
  if (!param) return Reply{0, ""};
  const clap_id id = param.value()->id;
  if (on) {
    instance.value()->monitored.insert(id);
    instance.value()->told_values.erase(id);  // its value is told once in any case
  } else {
    instance.value()->monitored.erase(id);
  }
  host.adjust_watch();
  return Reply{1, ""};
}

}  // namespace

Answer handle_param_set(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  const Result<double> value = command.number(2);
  if (!value) return value.error();
  if (command.text(1) == bypass_symbol) {
    host.rack().set_bypassed(*instance.value(), value.value() > 0.5);
    return Reply{};
  }
  const Result<const ClapParam*> param = param_argument(*instance.value(), command);
  if (!param) return param.error();
  const clap_id id = param.value()->id;
  if (Status set = instance.value()->set_param(id, value.value()); !set) return set.error();
  if (const ClapParam* const now = instance.value()->plugin().param(id)) {
    instance.value()->told_values[id] = now->value;  // the one who set it knows
  }
  return Reply{};
}

Answer handle_param_get(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  if (command.text(1) == bypass_symbol)
    return text_reply(format_number(instance.value()->bypassed ? 1.0 : 0.0));
  static_cast<void>(instance.value()->plugin().params());  // takes up what the plugin reported
  const Result<const ClapParam*> param = param_argument(*instance.value(), command);
  if (!param) return param.error();
  return text_reply(format_number(param.value()->value));
}

Answer handle_param_info(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  ClapInstance& plugin = instance.value()->plugin();
  const std::vector<ClapParam> params = plugin.params();
  JsonWriter json;
  json.begin_array();
  for (const ClapParam& param : params) write_param(json, plugin, param);
  json.end_array();
  return text_reply(json.take());
}

Answer handle_param_parse(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  const Result<const ClapParam*> param = param_argument(*instance.value(), command);
  if (!param) return param.error();
  const Result<double> value = instance.value()->plugin().parse_param(param.value()->id, command.text(2));
  if (!value) return value.error();
  return text_reply(format_number(value.value()));
}

Answer handle_monitor_output(Host& host, const Command& command) {
  return monitor(host, command, true);
}

Answer handle_monitor_output_off(Host& host, const Command& command) {
  return monitor(host, command, false);
}

}  // namespace omx
