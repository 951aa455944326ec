// The process of a bridged plugin: its news, its end, and the one that takes its place.
#include <algorithm>
#include <cstring>
#include <utility>

#include <clap/ext/latency.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/ext/timer-support.h>

#include "formats/bridged/lifecycle/bridged_plugin.hpp"
#include "formats/clap/abi/posix_fd.hpp"
#include "omx_contracts/status_page.hpp"

namespace omx {

namespace {

constexpr std::size_t ends_limit = 5;
constexpr std::chrono::seconds ends_window{30};
constexpr std::chrono::seconds hang_limit{5};
constexpr std::uint32_t timer_ms = 100;

const char* call_name(PluginCall call) {
  switch (call) {
  case PluginCall::process:
    return "process";
  case PluginCall::flush:
    return "flush";
  case PluginCall::reset:
    return "reset";
  case PluginCall::stop_processing:
    return "stop_processing";
  default:
    return nullptr;
  }
}

}  // namespace

template <typename Extension>
const Extension* BridgedPlugin::host_extension(const char* id) const {
  return static_cast<const Extension*>(host_->get_extension(host_, id));
}

void BridgedPlugin::log(abi::LogSeverity severity, const std::string& text) {
  if (const auto* log = host_extension<abi::HostLog>(abi::log_id))
    log->log(host_, static_cast<std::int32_t>(severity), text.c_str());
}

// Loads the plugin into a fresh process, as it was in the one before.
Status BridgedPlugin::begin() {
  auto taken = BridgeProcess::take();
  if (!taken) return taken.error();
  process_ = std::move(taken).value();
  if (const auto* fds = host_extension<abi::HostPosixFd>(abi::posix_fd_id))
    fds->register_fd(host_, process_->fd(), abi::posix_fd_read | abi::posix_fd_error);
  const Status loaded = ask_outcome(
      LinkKind::load, MessageWriter().text(path_).text(id_).put(0u).put(offline_),
      BridgeProcess::load_patience);
  if (!loaded) {
    end_process();
    return loaded;
  }
  if (const auto reply = ask(LinkKind::describe)) {
    MessageReader in = reply->reader();
    description_ = read_description(in);
    if (!in.ok()) return Error{ErrorCode::worker_lost, "its process does not make sense"};
  }
  if (state_) {
    const Status restored =
        ask_outcome(LinkKind::restore, MessageWriter().bytes(*state_), BridgeProcess::load_patience);
    if (!restored)
      log(abi::LogSeverity::warning, "its state could not be restored: " + restored.error().detail);
  }
  for (const auto& [id, value] : values_) ask(LinkKind::set_param, MessageWriter().put(id).put(value));
  return process_->gone() ? Status(Error{ErrorCode::worker_lost, "its process ended at once"}) : done();
}

void BridgedPlugin::end_process() {
  if (process_ == nullptr) return;
  if (const auto* fds = host_extension<abi::HostPosixFd>(abi::posix_fd_id))
    fds->unregister_fd(host_, process_->fd());
  process_.reset();
}

void BridgedPlugin::serve() {
  if (rt_ != nullptr) tell_state();
  if (process_ != nullptr) {
    serve_news();
    if (process_->gone()) replace();
  }
  drop_old_stages();
}

void BridgedPlugin::serve_news() {
  for (const LinkMessage& news : process_->take_news()) take_news(news);
}

void BridgedPlugin::take_news(const LinkMessage& message) {
  MessageReader in = message.reader();
  const auto news = in.take<LinkNews>();
  const auto flags = in.take<std::uint32_t>();
  switch (news) {
  case LinkNews::log:
    return log(static_cast<abi::LogSeverity>(std::min(flags, 6u)), in.text());
  case LinkNews::restart:
    return host_->request_restart(host_);
  case LinkNews::dirty:
    state_stale_ = true;
    set_timer(true);
    if (const auto* state = host_extension<clap_host_state_t>(CLAP_EXT_STATE)) state->mark_dirty(host_);
    return;
  case LinkNews::params: {
    if (const auto reply = ask(LinkKind::describe)) {
      MessageReader described = reply->reader();
      BridgedDescription fresh = read_description(described);
      if (described.ok()) description_ = std::move(fresh);
    }
    if (const auto* params = host_extension<clap_host_params_t>(CLAP_EXT_PARAMS))
      params->rescan(host_, flags);
    return;
  }
  case LinkNews::ports:
    return log(abi::LogSeverity::warning, "its ports changed; load it again to use them");
  }
}

// Says what the audio thread has met, once per change, and watches over a plugin that gives no answer.
void BridgedPlugin::tell_state() {
  const RtBridgedState now = rt_->state();
  if (now == told_state_) return;
  if (told_state_ == RtBridgedState::running) dry_since_ = Clock::now();
  if (now == RtBridgedState::bypassed)
    log(abi::LogSeverity::warning,
        "its process is late too often: bypassed until it is in time for a second");
  if (now == RtBridgedState::running && told_state_ == RtBridgedState::bypassed)
    log(abi::LogSeverity::info, "its process is in time again");
  told_state_ = now;
  if (now == RtBridgedState::late || now == RtBridgedState::bypassed) set_timer(true);
}

void BridgedPlugin::on_timer() {
  serve();
  if (std::exchange(state_stale_, false)) refresh_state();
  const bool silent = rt_ != nullptr && process_ != nullptr && !stages_.empty() &&
                      stages_.back()->turn().now().holder() == TurnHolder::missed;
  if (!silent) dry_since_ = Clock::now();
  if (silent && Clock::now() - dry_since_ > hang_limit) {
    log(abi::LogSeverity::error, "its process gives no answer: another takes its place");
    replace();
  }
  const bool dry = told_state_ == RtBridgedState::late || told_state_ == RtBridgedState::bypassed;
  if (!dry && !state_stale_ && stages_.size() < 2) set_timer(false);
}

void BridgedPlugin::refresh_state() {
  if (process_ != nullptr) save();
}

bool BridgedPlugin::may_replace() {
  const auto now = Clock::now();
  std::erase_if(recent_ends_, [&](Clock::time_point end) { return now - end > ends_window; });
  recent_ends_.push_back(now);
  return recent_ends_.size() <= ends_limit;
}

std::string BridgedPlugin::obituary() const {
  const std::string ended = "its process ended";
  if (stages_.empty()) return ended;
  const StageAnswer& answer = stages_.back()->stage().answer;
  const auto signal = static_cast<int>(answer.crash_signal.load(std::memory_order_acquire));
  if (signal == 0) return ended;
  const char* const description = sigabbrev_np(signal);
  const char* const call =
      call_name(static_cast<PluginCall>(answer.crash_call.load(std::memory_order_relaxed)));
  return ended + " by SIG" + (description != nullptr ? description : "?") +
         (call != nullptr ? std::string(" in ") + call : "");
}

void BridgedPlugin::replace() {
  collect_values();
  const std::string ended = obituary();
  const auto began = Clock::now();
  end_process();
  if (!stages_.empty()) stages_.back()->turn().leave();
  if (!may_replace()) {
    log(abi::LogSeverity::error, ended + " too often: it stays dry until it is activated anew");
    return;
  }
  ++restarts_;
  Status begun = begin();
  if (begun && active_) begun = start_stage();
  if (!begun) {
    end_process();
    log(abi::LogSeverity::error, ended + ", and cannot be replaced: " + begun.error().detail);
    return;
  }
  if (active_) rt_->offer(stages_.back().get());
  const auto took_ms = std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - began).count();
  log(abi::LogSeverity::error, ended + ": another took its place in " + std::to_string(took_ms) + " ms");
  set_timer(true);  // until the old memory can go
}

void BridgedPlugin::collect_values() {
  if (rt_ == nullptr) return;
  rt_->values.collect([this](clap_id id, double value) { values_[id] = value; });
}

void BridgedPlugin::drop_old_stages() {
  if (rt_ == nullptr || stages_.size() < 2 || rt_->taken() != stages_.back().get()) return;
  stages_.erase(stages_.begin(), stages_.end() - 1);
}

void BridgedPlugin::set_timer(bool wanted) {
  const auto* timers = host_extension<clap_host_timer_support_t>(CLAP_EXT_TIMER_SUPPORT);
  if (timers == nullptr || wanted == (timer_ != CLAP_INVALID_ID)) return;
  if (wanted) {
    if (!timers->register_timer(host_, timer_ms, &timer_)) timer_ = CLAP_INVALID_ID;
  } else {
    timers->unregister_timer(host_, std::exchange(timer_, CLAP_INVALID_ID));
  }
}

}  // namespace omx
