#include "formats/clap/lifecycle/clap_instance.hpp"

#include <algorithm>
#include <utility>

#include <clap/ext/latency.h>
#include <clap/ext/timer-support.h>

#include "formats/clap/abi/posix_fd.hpp"
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

// Main loop

void ClapInstance::service(ClapWaits::Clock::time_point now) {
  host_->log.collect(
      [&](std::int32_t severity, const char* text) { log(static_cast<abi::LogSeverity>(severity), text); },
      [&](std::uint32_t lost) {
        log(abi::LogSeverity::warning, std::to_string(lost) + " messages of the plugin were lost");
      });
  serve_callback(now);
  if (!active_ && host_->requests.flush.load(std::memory_order_relaxed)) {
    const ControlBlame blame(number_, PluginCall::flush);
    rt_plugin_flush(*rt_);
  }
  if (host_->requests.restart.exchange(false, std::memory_order_acq_rel) && active_) {
    listener_.restart_requested(*this);
  }
}

// A plugin that asks again in every callback gets one per min_period, so that it does not keep control busy.
void ClapInstance::serve_callback(ClapWaits::Clock::time_point now) {
  if (!host_->requests.callback.load(std::memory_order_relaxed)) return;
  if (now < callback_from_) {
    if (std::exchange(callback_waits_, true)) return;
    listener_.waits_changed(*this);  // next_timer() has it
    return;
  }
  callback_waits_ = false;
  callback_from_ = now + ClapWaits::min_period;
  host_->requests.callback.exchange(false, std::memory_order_acq_rel);
  const ControlBlame blame(number_, PluginCall::main_thread);
  plugin_->on_main_thread(plugin_);
}

std::span<const ClapFd> ClapInstance::fds() const {
  return host_->waits.fds();
}

void ClapInstance::on_fd(int fd, std::uint32_t flags) {
  const auto* support = plugin_extension<abi::PluginPosixFd>(plugin_, abi::posix_fd_id);
  if (support == nullptr) return;
  const ControlBlame blame(number_, PluginCall::main_thread);
  support->on_fd(plugin_, fd, flags);
}

std::optional<ClapWaits::Clock::time_point> ClapInstance::next_timer() const {
  const auto timer = host_->waits.next_timer();
  return callback_waits_ && (!timer || callback_from_ < *timer) ? callback_from_ : timer;
}

void ClapInstance::run_timers(ClapWaits::Clock::time_point now) {
  serve_callback(now);
  const auto* support = plugin_extension<clap_plugin_timer_support_t>(plugin_, CLAP_EXT_TIMER_SUPPORT);
  if (support == nullptr) return;
  for (const clap_id id : host_->waits.take_due(now)) {
    if (!host_->waits.has_timer(id)) continue;  // another timer's turn took it away
    const ControlBlame blame(number_, PluginCall::main_thread);
    support->on_timer(plugin_, id);
  }
}

// What the plugin reports

void ClapInstance::request_restart() {
  host_->request(host_->requests.restart);
}

void ClapInstance::handle_ports(bool names_only) {
  if (!initialised_) return;
  if (active_ && !names_only) {
    log(abi::LogSeverity::plugin_misbehaving,
        "changes its ports while active; they are read after a restart");
    ports_stale_ = true;
    request_restart();
    return;
  }
  ports_stale_ = false;
  ports_ = read_ports(plugin_);
  if (!names_only) build_rt();
  listener_.ports_changed(*this);
}

void ClapInstance::handle_latency() {
  if (active_) request_restart();  // an inactive one is asked at its next activation
}

void ClapInstance::handle_dirty() {
  listener_.state_dirtied(*this);
}

void ClapInstance::handle_waits() {
  listener_.waits_changed(*this);
}

void ClapInstance::log(abi::LogSeverity severity, std::string_view message) {
  listener_.logged(*this, severity, message);
}

}  // namespace omx
