// Creation, activation and destruction of an instance.
#include "formats/clap/lifecycle/clap_instance.hpp"

#include <algorithm>

#include <clap/ext/latency.h>

#include "formats/clap/abi/render.hpp"
#include "formats/clap/lifecycle/clap_host.hpp"
#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/clap/lifecycle/plugin_extension.hpp"

namespace omx {

namespace {

ClapHostListener& nobody() {
  static ClapHostListener listener;
  return listener;
}

Error failure(std::string detail) {
  return Error{ErrorCode::plugin_failed, std::move(detail)};
}

bool complete(const clap_plugin_t& p) {
  return p.init != nullptr && p.destroy != nullptr && p.activate != nullptr && p.deactivate != nullptr &&
         p.start_processing != nullptr && p.stop_processing != nullptr && p.reset != nullptr &&
         p.process != nullptr && p.get_extension != nullptr && p.on_main_thread != nullptr;
}

std::vector<std::uint32_t> channels_of(const std::vector<ClapAudioPort>& ports) {
  std::vector<std::uint32_t> channels;
  for (const ClapAudioPort& port : ports) channels.push_back(port.channels);
  return channels;
}

}  // namespace

// Creation and destruction

Result<std::unique_ptr<ClapInstance>> ClapInstance::create(
    std::shared_ptr<ClapLibrary> library, std::string_view id, const ClapInstanceOptions& options) {
  const auto& plugins = library->plugins();
  const auto found = std::ranges::find(plugins, id, &ClapDescriptor::id);
  if (found == plugins.end()) {
    return Error{ErrorCode::plugin_not_found, library->path() + " holds no plugin " + std::string(id)};
  }
  std::unique_ptr<ClapInstance> instance(new ClapInstance(std::move(library), *found, options));
  if (Status ready = instance->init(); !ready) return ready.error();
  return instance;
}

ClapInstance::ClapInstance(
    std::shared_ptr<ClapLibrary> library, const ClapDescriptor& descriptor,
    const ClapInstanceOptions& options)
    : library_(std::move(library)), descriptor_(&descriptor), number_(options.number),
      listener_(options.listener != nullptr ? *options.listener : nobody()),
      host_(std::make_unique<ClapHost>(*this, options.wake)), offline_(options.offline) {}

Status ClapInstance::init() {
  const clap_plugin_factory_t* const factory = library_->factory();
  {
    const ControlBlame blame(number_, PluginCall::load);
    plugin_ = factory->create_plugin(factory, host_->clap(), descriptor_->id.c_str());
  }
  if (plugin_ == nullptr) return failure("the plugin could not be created");
  if (!complete(*plugin_)) {
    plugin_ = nullptr;  // without its functions it cannot be destroyed either
    return failure("the plugin lacks functions that CLAP requires");
  }
  const ControlBlame blame(number_, PluginCall::init);
  if (!plugin_->init(plugin_)) return failure("the plugin refused to initialise");
  initialised_ = true;
  ports_ = read_ports(plugin_);
  params_ = read_params(plugin_, plugin_extension<clap_plugin_params_t>(plugin_, CLAP_EXT_PARAMS));
  build_rt();
  if (offline_) set_offline(true);
  return done();
}

void ClapInstance::build_rt() {
  RtPluginShape shape{channels_of(ports_.audio_inputs), channels_of(ports_.audio_outputs), {}};
  for (const ClapParam& param : params_) shape.param_ids.push_back(param.id);
  auto fresh = std::make_unique<RtPlugin>(plugin_, shape, &host_->requests);
  RtParamChange waiting;
  while (rt_ != nullptr && rt_->changes.pop(waiting)) {
    const bool valid = waiting.epoch == rt_->epoch.load(std::memory_order_relaxed);
    waiting.epoch = 0;
    if (valid && find(waiting.param_id) != nullptr) fresh->changes.push(waiting);
  }
  rt_ = std::move(fresh);
}

ClapInstance::~ClapInstance() {
  deactivate();
  const ControlBlame blame(number_, PluginCall::destroy);
  if (plugin_ != nullptr) plugin_->destroy(plugin_);
}

// Activation

Status ClapInstance::activate(double sample_rate_hz, std::uint32_t max_frames) {
  if (active_ && sample_rate_hz == sample_rate_hz_ && max_frames == max_frames_) return done();
  deactivate();
  const ControlBlame blame(number_, PluginCall::activate);
  if (!plugin_->activate(plugin_, sample_rate_hz, 1, max_frames)) {
    return failure(
        "the plugin refused to be activated at " + std::to_string(static_cast<long>(sample_rate_hz)) +
        " Hz for blocks of up to " + std::to_string(max_frames) + " frames");
  }
  active_ = true;
  sample_rate_hz_ = sample_rate_hz;
  max_frames_ = max_frames;
  rt_->state = RtPluginState::stopped;
  read_latency();
  return done();
}

void ClapInstance::read_latency() {
  const auto* latency = plugin_extension<clap_plugin_latency_t>(plugin_, CLAP_EXT_LATENCY);
  const std::uint32_t frames = latency != nullptr ? latency->get(plugin_) : 0;
  const bool changed = latency_known_ && frames != latency_frames_;
  latency_frames_ = frames;
  latency_known_ = true;
  if (changed) listener_.latency_changed(*this);
}

void ClapInstance::deactivate() {
  if (!active_) return;
  if (rt_->state == RtPluginState::processing) {
    const RtAudioRole no_driver_runs_it;
    const ControlBlame blame(number_, PluginCall::stop_processing);
    rt_plugin_stop(*rt_);
  }
  active_ = false;  // before the call: it is inside of it that plugins change their ports
  {
    const ControlBlame blame(number_, PluginCall::deactivate);
    plugin_->deactivate(plugin_);
  }
  {
    const ControlBlame blame(number_, PluginCall::flush);
    rt_plugin_flush(*rt_);  // changes that no block came for
  }
  if (ports_stale_) handle_ports(false);
  if (params_stale_) handle_params(CLAP_PARAM_RESCAN_ALL);
}

std::uint32_t ClapInstance::tail_frames() const {
  if (rt_->tail == nullptr) return 0;
  const ControlBlame blame(number_, PluginCall::main_thread);
  return std::min<std::uint32_t>(rt_->tail->get(plugin_), INT32_MAX);
}

void ClapInstance::set_offline(bool offline) {
  offline_ = offline;
  const auto* render = plugin_extension<abi::PluginRender>(plugin_, abi::render_id);
  if (render == nullptr) return;
  const ControlBlame blame(number_, PluginCall::main_thread);
  render->set(plugin_, offline ? abi::render_offline : abi::render_realtime);
}

bool ClapInstance::needs_realtime() const {
  const auto* render = plugin_extension<abi::PluginRender>(plugin_, abi::render_id);
  if (render == nullptr) return false;
  const ControlBlame blame(number_, PluginCall::main_thread);
  return render->has_hard_realtime_requirement(plugin_);
}

}  // namespace omx
