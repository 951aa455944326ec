// The state of an LV2 plugin.
#include <algorithm>
#include <chrono>
#include <thread>

#include "formats/lv2/plugin/adapter.hpp"
#include "formats/lv2/state/plugin_state.hpp"
#include "formats/lv2/state/presets.hpp"

namespace omx::lv2 {

namespace {

constexpr std::size_t most_file_bytes = 64 << 20;

}  // namespace

bool Adapter::keeps_state() const {
  if (live_ == nullptr) return model_->has_state;
  return live_->extension<LV2_State_Interface>(LV2_STATE__interface) != nullptr;
}

void Adapter::shut_gate() {
  // The block under way ends within its period; there is nothing else to wait for.
  while (!rt_->gate.try_shut()) std::this_thread::sleep_for(std::chrono::microseconds(200));
}

Verdict Adapter::make_live() {
  if (live_ != nullptr) return {};
  constexpr Rates usual{48000, 1, 1024};
  return instantiate(usual);
}

std::variant<SavedState, Verdict> Adapter::save() {
  SavedState state;
  state.plugin_uri = model_->uri;
  for (const ParamModel& param : model_->params) {
    if (param.readonly) continue;
    state.params.emplace_back(model_->symbol_of(param), rt_->params.find(param.id)->value.load());
  }
  properties_.collect();
  for (const auto& [uri, value] : properties_.values()) state.properties.emplace_back(uri, value);
  if (waiting_state_) {
    state.values = waiting_state_->values;
    state.files = waiting_state_->files;
    return state;
  }
  if (live_ == nullptr) return state;
  // What it could give counts; its parameters are kept in any case.
  if (Verdict saved = save_values(*live_, state.values); !saved.ok()) fail(saved);
  state.files = paths_.files(most_file_bytes);
  return state;
}

bool Adapter::set_param(const std::string& symbol, double value) {
  for (const ParamModel& param : model_->params) {
    if (param.readonly || model_->symbol_of(param) != symbol) continue;
    RtParam& rt = *rt_->params.find(param.id);
    rt_->params.set_from_control(rt, rt.range.nearest(value));
    return true;
  }
  return false;
}

Verdict Adapter::load(SavedState state) {
  if (state.plugin_uri != model_->uri)
    return {OMX_CLAP_LV2_BAD_ARGUMENT, "the state is one of " + state.plugin_uri};
  for (const auto& [symbol, value] : state.params) set_param(symbol, value);
  waiting_state_ = std::move(state);
  return live_ != nullptr ? give_back_state() : Verdict{};
}

/// What was loaded, or the plugin's own default state when nothing ever was.
Verdict Adapter::give_back_state() {
  Verdict verdict;
  if (!waiting_state_ && !default_given_ && model_->load_default_state) {
    verdict = load_default_state(*this);
  }
  default_given_ = true;
  if (!waiting_state_) return verdict;
  const SavedState state = std::move(*waiting_state_);
  waiting_state_.reset();
  paths_.restore(state.files);
  if (keeps_state()) verdict = with_plugin_quiet([&] { return restore_values(*live_, state.values); });
  for (const auto& [uri, value] : state.properties) {
    // A plugin that keeps a state has had its properties back with it.
    if (keeps_state())
      properties_.note(uri, value);
    else
      properties_.set(uri, value);
  }
  return verdict;
}

/// A new instance of a plugin that keeps no state knows nothing of what was set on the last one.
void Adapter::resend_properties() {
  for (RtParam& param : rt_->params) {
    if (param.port == nullptr && !param.output) rt_->params.set_from_control(param, param.value.load());
  }
  for (const auto& [uri, value] : std::map<std::string, std::string>(properties_.values()))
    properties_.set(uri, value);
}

}  // namespace omx::lv2
