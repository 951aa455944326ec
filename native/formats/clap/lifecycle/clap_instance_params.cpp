// Parameters of an instance: values, texts, rescans.
#include <algorithm>
#include <array>
#include <cmath>

#include "formats/clap/lifecycle/clap_host.hpp"
#include "formats/clap/lifecycle/clap_instance.hpp"
#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/clap/lifecycle/plugin_extension.hpp"
#include "formats/clap/lifecycle/value_text.hpp"

namespace omx {

namespace {

// Steps that are tried one by one to find the one of a given name.
constexpr double max_named_steps = 1000;

Error absent(clap_id id) {
  return Error{ErrorCode::parameter_absent, "no parameter " + std::to_string(id)};
}

}  // namespace

const std::vector<ClapParam>& ClapInstance::params() {
  collect_reported();
  return params_;
}

const ClapParam* ClapInstance::param(clap_id id) {
  collect_reported();
  return find(id);
}

ClapParam* ClapInstance::find(clap_id id) {
  const auto found = std::ranges::find(params_, id, &ClapParam::id);
  return found != params_.end() ? &*found : nullptr;
}

void ClapInstance::collect_reported() {
  rt_->reported.collect([this](clap_id id, double value) {
    if (ClapParam* const param = find(id)) param->value = value;
  });
}

Status ClapInstance::set_param(clap_id id, double value, std::uint32_t time_frames) {
  collect_reported();
  ClapParam* const param = find(id);
  if (param == nullptr) return absent(id);
  if (param->readonly()) {
    return Error{ErrorCode::invalid_operation, param->name + " is an output of the plugin and cannot be set"};
  }
  const double clamped = clamp_to_range(*param, value);
  const std::uint32_t epoch = rt_->epoch.load(std::memory_order_relaxed);
  if (!rt_->changes.push({id, time_frames, param->cookie, clamped, epoch})) {
    return Error{ErrorCode::capacity, "too many parameter changes wait for the audio thread"};
  }
  param->value = clamped;
  if (!active_) {
    const ControlBlame blame(number_, PluginCall::flush);
    rt_plugin_flush(*rt_);
  }
  return done();
}

std::string ClapInstance::param_text(clap_id id, double value) {
  std::array<char, CLAP_NAME_SIZE> text{};
  if (rt_->params != nullptr) {
    const ControlBlame blame(number_, PluginCall::params);
    if (rt_->params->value_to_text(plugin_, id, value, text.data(), text.size())) {
      return {text.begin(), std::find(text.begin(), text.end(), '\0')};
    }
  }
  return number_text(value);
}

// Plugins are lenient readers: many take "abc" for 0. So what is no number must be what the plugin itself
// would write.
std::optional<double> ClapInstance::read_text(const ClapParam& param, const std::string& text) {
  std::optional<double> read;
  {
    const ControlBlame blame(number_, PluginCall::params);
    double value = 0;
    if (rt_->params->text_to_value(plugin_, param.id, text.c_str(), &value)) read = value;
  }
  if (starts_with_number(text)) return read ? read : plain_number(text);
  if (read && same_text(param_text(param.id, *read), text)) return read;
  if (!param.stepped() || param.max - param.min > max_named_steps) return std::nullopt;
  for (double step = param.min; step <= param.max; step += 1) {
    if (same_text(param_text(param.id, step), text)) return step;
  }
  return std::nullopt;
}

Result<double> ClapInstance::parse_param(clap_id id, const std::string& text) {
  const ClapParam* const param = find(id);
  if (param == nullptr) return absent(id);
  const std::optional<double> value = read_text(*param, text);
  if (!value || std::isnan(*value)) {
    return Error{ErrorCode::parameter_value, param->name + " cannot be \"" + text + "\""};
  }
  if (*value < param->min || *value > param->max) {
    return Error{
        ErrorCode::parameter_value, "\"" + text + "\" is outside of " + param->name + "'s range, " +
                                        param_text(id, param->min) + " to " + param_text(id, param->max)};
  }
  return *value;
}

void ClapInstance::handle_params(std::uint32_t flags) {
  if (!initialised_) return;
  const bool all = (flags & CLAP_PARAM_RESCAN_ALL) != 0;
  if (all && active_) {
    log(abi::LogSeverity::plugin_misbehaving,
        "changes its parameters while active; they are read after a restart");
    params_stale_ = true;
    request_restart();
    return;
  }
  params_stale_ = false;
  collect_reported();  // older than what the plugin says now
  std::vector<ClapParam> fresh = read_params(plugin_, rt_->params);
  const bool values = all || (flags & CLAP_PARAM_RESCAN_VALUES) != 0;
  if (!values) {
    for (ClapParam& param : fresh) {
      if (const ClapParam* const old = find(param.id)) param.value = old->value;
    }
  }
  params_ = std::move(fresh);
  if (all) build_rt();
  listener_.params_changed(*this, flags);
}

}  // namespace omx
