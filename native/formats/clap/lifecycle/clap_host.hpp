/// The host as a plugin sees it: clap_host_t and the host's side of every extension that we support.
#pragma once

#include <thread>

#include <clap/host.h>

#include "formats/clap/lifecycle/clap_instance.hpp"
#include "formats/clap/lifecycle/clap_waits.hpp"
#include "formats/clap/process/rt_log_box.hpp"
#include "formats/clap/process/rt_plugin.hpp"

namespace omx {

/// Made before its plugin and destroyed after it. What CLAP allows on any thread sets a flag and rings the
/// wake; what belongs to the main thread goes to the instance at once, and is refused (and logged as
/// misbehaviour) elsewhere.
class ClapHost {
public:
  /// The creating thread is the main thread.
  ClapHost(ClapInstance& instance, ControlWake* wake);
  ClapHost(const ClapHost&) = delete;
  ClapHost& operator=(const ClapHost&) = delete;

  const clap_host_t* clap() const { return &clap_; }

  RtRequests requests;
  RtLogBox log;
  ClapWaits waits;  ///< main thread's

  /// CLAP's main thread, unless it has taken the audio role for a while.
  bool on_main_thread() const noexcept OMX_RT;

  /// For a call that belongs to the main thread: the instance, or null after logging who broke the rule.
  ClapInstance* main_thread_call(const char* complaint) noexcept OMX_RT;

  /// Sets a request; rings the wake when it was not set before.
  void request(std::atomic<bool>& flag) noexcept OMX_RT;
  void post_log(std::int32_t severity, const char* message) noexcept OMX_RT;

  static ClapHost& of(const clap_host_t* host) noexcept OMX_RT {
    return *static_cast<ClapHost*>(host->host_data);
  }

private:
  ClapInstance& instance_;
  ControlWake* const wake_;
  const std::thread::id main_thread_;
  const clap_host_t clap_;
};

}  // namespace omx
