#include "formats/lv2/plugin/adapter.hpp"

#include <clap/ext/latency.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>

#include "formats/lv2/plugin/build_rt.hpp"
#include "formats/lv2/plugin/event_registry.hpp"
#include "formats/lv2/plugin/extensions.hpp"

namespace omx::lv2 {

namespace {

clap_process_status process(const clap_plugin_t* plugin, const clap_process_t* block) noexcept OMX_RT {
  return rt_lv2_process(Adapter::of(plugin).rt(), *block);
}

/// LV2's way back to the beginning. Plugins are meant to do it off the audio thread, but none has another
/// way.
void reset(const clap_plugin_t* plugin) noexcept {
  const RtLv2& rt = Adapter::of(plugin).rt();
  if (rt.handle == nullptr) return;
  if (rt.descriptor->deactivate != nullptr) rt.descriptor->deactivate(rt.handle);
  if (rt.descriptor->activate != nullptr) rt.descriptor->activate(rt.handle);
}

clap_plugin_t clap_of(Adapter* self, const clap_plugin_descriptor_t* descriptor) {
  return {
      descriptor,
      self,
      [](const clap_plugin_t* p) { return Adapter::of(p).init(); },
      [](const clap_plugin_t* p) { delete &Adapter::of(p); },
      [](const clap_plugin_t* p, double rate_hz, std::uint32_t min_frames, std::uint32_t max_frames) {
        return Adapter::of(p).activate({rate_hz, min_frames, max_frames});
      },
      [](const clap_plugin_t* p) { Adapter::of(p).deactivate(); },
      [](const clap_plugin_t*) { return true; },
      [](const clap_plugin_t*) {},
      reset,
      process,
      [](const clap_plugin_t* p, const char* id) { return plugin_extension(Adapter::of(p), id); },
      [](const clap_plugin_t* p) { Adapter::of(p).on_main_thread(); }};
}

template <typename Extension>
const Extension* host_extension(const clap_host_t* host, const char* id) {
  return static_cast<const Extension*>(host->get_extension(host, id));
}

}  // namespace

Adapter::Adapter(
    const clap_host_t* host, std::shared_ptr<const PluginModel> model,
    const clap_plugin_descriptor_t* descriptor)
    : host_(host), model_(std::move(model)), clap_(clap_of(this, descriptor)), rt_(build_rt(*model_, host)),
      properties_(*model_, *rt_) {}

Adapter::~Adapter() {
  deactivate();
}

bool Adapter::init() {
  FeatureSet features;
  auto loaded = Binary::load(*model_, features.list());
  if (const Verdict* const verdict = std::get_if<Verdict>(&loaded)) return fail(*verdict);
  binary_ = std::get<std::unique_ptr<Binary>>(std::move(loaded));
  find_atom_space();
  return true;
}

bool Adapter::fail(const Verdict& verdict) {
  note_failure(verdict);
  Log(host_).write(abi::LogSeverity::error, (model_->name + ": " + verdict.text).c_str());
  return false;
}

/// The host's number for events that carry atoms, if it has one.
void Adapter::find_atom_space() {
  const auto* const registry = host_extension<HostEventRegistry>(host_, event_registry_id);
  std::uint16_t space = 0;
  if (registry != nullptr && registry->query(host_, OMX_CLAP_LV2_EVENT_SPACE, &space))
    rt_->atom_space = space;
}

Verdict Adapter::instantiate(const Rates& rates) {
  if (live_ != nullptr && live_->rates() == rates) return {};
  const bool again = live_ != nullptr;
  if (again && keeps_state()) {
    auto kept = save();
    if (SavedState* const state = std::get_if<SavedState>(&kept)) waiting_state_ = std::move(*state);
  }
  rt_->handle = nullptr;
  rt_->worker = nullptr;
  live_.reset();
  auto created = LiveInstance::create(*model_, *binary_, host_, rates, paths_);
  if (Verdict* const verdict = std::get_if<Verdict>(&created)) return std::move(*verdict);
  live_ = std::get<std::unique_ptr<LiveInstance>>(std::move(created));
  rt_->descriptor = &live_->descriptor();
  rt_->handle = live_->handle();
  rt_->worker = live_->worker();
  connect_ports(*rt_, *model_, rates.max_frames);
  latency_seen_ = false;
  rt_->expected_position = {};
  if (Verdict given = give_back_state(); !given.ok()) fail(given);  // it runs without
  if (again && !keeps_state()) resend_properties();
  properties_.ask();
  return {};
}

bool Adapter::activate(const Rates& rates) {
  if (set_ranges(*rt_, *model_, rates.sample_rate_hz)) {
    const auto* const params = host_extension<clap_host_params_t>(host_, CLAP_EXT_PARAMS);
    if (params != nullptr) params->rescan(host_, CLAP_PARAM_RESCAN_ALL);
  }
  if (Verdict made = instantiate(rates); !made.ok()) return fail(made);
  // Properties wait for the first block, which has a sequence to put them into.
  rt_->params.take_pending([this](RtParam& p) noexcept { rt_->params.set_from_control(p, p.value.load()); });
  if (rt_->descriptor->activate != nullptr) rt_->descriptor->activate(rt_->handle);
  lv2_active_ = true;
  read_latency();
  return true;
}

/// A plugin knows its latency once it has run; a run of no frames is made for that. What it said while it ran
/// counts more: so a plugin that only says it then does not ask for a restart again and again.
void Adapter::read_latency() {
  rt_->restart_asked = false;
  if (rt_->latency == nullptr) return;
  const std::uint32_t before = rt_->latency_frames.load();
  rt_->descriptor->run(rt_->handle, 0);
  const std::uint32_t fresh =
      latency_seen_ ? rt_->running_latency_frames.load() : rt_lv2_latency(*rt_->latency);
  rt_->running_latency_frames.store(fresh);
  rt_->latency_frames.store(fresh);
  latency_seen_ = true;
  if (fresh == before) return;
  const auto* const latency = host_extension<clap_host_latency_t>(host_, CLAP_EXT_LATENCY);
  if (latency != nullptr) latency->changed(host_);
}

void Adapter::deactivate() {
  if (!lv2_active_) return;
  lv2_active_ = false;
  if (rt_->descriptor->deactivate != nullptr) rt_->descriptor->deactivate(rt_->handle);
}

void Adapter::on_main_thread() {
  rt_->callback_asked.store(false);
  properties_.collect();
  if (!rt_->state_changed.exchange(false)) return;
  const auto* const state = host_extension<clap_host_state_t>(host_, CLAP_EXT_STATE);
  if (state != nullptr) state->mark_dirty(host_);
}

void Adapter::set_offline(bool offline) {
  rt_->offline.store(offline);
}

}  // namespace omx::lv2
