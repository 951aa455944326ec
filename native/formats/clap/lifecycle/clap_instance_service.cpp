// What an instance asks of control's main loop, and what it reports there.
#include <string>
#include <utility>

#include <clap/ext/timer-support.h>

#include "formats/clap/abi/posix_fd.hpp"
#include "formats/clap/lifecycle/clap_host.hpp"
#include "formats/clap/lifecycle/clap_instance.hpp"
#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/clap/lifecycle/plugin_extension.hpp"

namespace omx {

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
