/// What a plugin tells its host, as control hears it.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/clap/abi/log.hpp"

namespace omx {

class ClapInstance;

/// Implemented by control. Called on the control thread only: requests that plugins make elsewhere are kept
/// until ClapInstance::service(). None may destroy the instance; note it and act later. Every default does
/// nothing.
class ClapHostListener {
public:
  virtual ~ClapHostListener() = default;

  /// Wants to be deactivated and activated again: stop it on the audio thread, then deactivate() and
  /// activate().
  virtual void restart_requested(ClapInstance&) {}
  /// The activation under way brought another latency than the last one; latency_frames() is up to date.
  virtual void latency_changed(ClapInstance&) {}
  /// Values, texts or infos of parameters changed; params() is up to date. `flags` are CLAP_PARAM_RESCAN_….
  virtual void params_changed(ClapInstance&, std::uint32_t /*flags*/) {}
  /// Its ports changed; ports() is up to date and rt() is another: programs that hold the old one must be
  /// gone before. Only while inactive.
  virtual void ports_changed(ClapInstance&) {}
  /// Its state differs from what was saved last.
  virtual void state_dirtied(ClapInstance&) {}
  /// next_timer() or fds() changed.
  virtual void waits_changed(ClapInstance&) {}
  virtual void logged(ClapInstance&, abi::LogSeverity, std::string_view /*message*/) {}
};

}  // namespace omx
