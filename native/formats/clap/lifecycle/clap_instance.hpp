/// One loaded CLAP plugin, as control sees it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "formats/clap/lifecycle/clap_host_listener.hpp"
#include "formats/clap/lifecycle/clap_library.hpp"
#include "formats/clap/lifecycle/clap_params.hpp"
#include "formats/clap/lifecycle/clap_ports.hpp"
#include "formats/clap/lifecycle/clap_waits.hpp"
#include "formats/clap/process/rt_plugin.hpp"

namespace omx {

class ClapHost;
class ControlWake;

struct ClapInstanceOptions {
  std::uint32_t number = 0;              ///< instance number, for the blame register
  ClapHostListener* listener = nullptr;  ///< outlives the instance; may be null
  ControlWake* wake = nullptr;           ///< rung when service() has something to do; may be null
  bool offline = false;                  ///< render mode from the start
};

/// Owns a plugin from its creation to its destruction. The thread that creates it is CLAP's main thread for
/// it; every member function belongs to that thread, and every call into the plugin stands in the blame
/// register. What the audio thread needs is in rt().
class ClapInstance {
public:
  /// Creates and initialises the plugin `id` of a library. Errors: plugin_not_found (the file holds no such
  /// id), plugin_failed (create or init refused).
  static Result<std::unique_ptr<ClapInstance>>
  create(std::shared_ptr<ClapLibrary> library, std::string_view id, const ClapInstanceOptions& options);

  /// Deactivates if need be and destroys. No program may hold rt() any more.
  ~ClapInstance();
  ClapInstance(const ClapInstance&) = delete;
  ClapInstance& operator=(const ClapInstance&) = delete;

  const ClapDescriptor& descriptor() const { return *descriptor_; }
  const ClapLibrary& library() const { return *library_; }
  std::uint32_t number() const { return number_; }

  // Activation

  /// Activates for blocks of 1 to `max_frames`. Error: plugin_failed. Does nothing when already active at
  /// that rate and maximum; active otherwise, it is deactivated first.
  Status activate(double sample_rate_hz, std::uint32_t max_frames);
  /// The audio thread must have called rt_plugin_stop() before (or never have started it); when no driver
  /// runs, take an RtAudioRole and call it here.
  void deactivate();
  bool active() const { return active_; }

  /// What programs hold. Its address changes only when the ports or the list of parameters change
  /// (ports_changed, params_changed with CLAP_PARAM_RESCAN_ALL, both while inactive).
  RtPlugin& rt() { return *rt_; }

  const ClapPorts& ports() const { return ports_; }
  /// As reported at the last activation.
  std::uint32_t latency_frames() const { return latency_frames_; }
  /// Frames it sounds after its input ends, INT32_MAX for ever; 0 when it does not say.
  std::uint32_t tail_frames() const;
  /// Real time or offline; kept over activations. Plugins without the extension do not mind.
  void set_offline(bool offline);
  /// Whether the plugin must not run faster than real time.
  bool needs_realtime() const;

  // Parameters

  /// Reading it first takes up what the plugin reported since.
  const std::vector<ClapParam>& params();
  /// Null when there is none of that id. Valid until the next service(), load_state() or load_preset().
  const ClapParam* param(clap_id id);
  /// Sets a value, clamped to the range; heard in the next block, or at once when inactive. `time_frames` is
  /// an offset into that block. Errors: parameter_absent; invalid_operation (read-only); capacity (the ring
  /// to the audio thread is full: no block ran for long).
  Status set_param(clap_id id, double value, std::uint32_t time_frames = 0);
  /// As the plugin writes a value; the plain number when it does not say.
  std::string param_text(clap_id id, double value);
  /// The value that the plugin reads in a text; a plain number is understood even if the plugin does not read
  /// texts. Errors: parameter_absent, parameter_value.
  Result<double> parse_param(clap_id id, const std::string& text);

  // State and presets

  /// Error: state_failed. The state of a plugin that keeps none is its parameters, in a format of our own.
  Result<std::vector<std::byte>> save_state();
  /// Takes the place of parameter changes that no block came for yet. Error: state_failed.
  Status load_state(std::span<const std::byte> state);
  /// Loads a preset from a file; `key` picks one in a file that holds many. Error: preset_failed.
  Status load_preset(const std::string& path, const std::string& key);

  // Main loop

  /// Serves what the plugin asked for: on_main_thread, restart, log, flush. Call after the wake rang; cheap
  /// when nothing is due.
  void service(ClapWaits::Clock::time_point now = ClapWaits::Clock::now());
  /// Descriptors to poll; report what happened by on_fd().
  std::span<const ClapFd> fds() const;
  void on_fd(int fd, std::uint32_t flags);
  /// When run_timers() is due next; nothing when neither a timer nor a callback waits. It changes with
  /// waits_changed().
  std::optional<std::chrono::steady_clock::time_point> next_timer() const;
  void run_timers(std::chrono::steady_clock::time_point now);

  // What the plugin reports by the host's extensions, main thread only; for ClapHost.

  void handle_ports(bool names_only);
  void handle_latency();
  void handle_params(std::uint32_t flags);
  void handle_dirty();
  void handle_waits();
  void handle_preset_error(std::int32_t os_error, const char* message);

private:
  ClapInstance(
      std::shared_ptr<ClapLibrary> library, const ClapDescriptor& descriptor,
      const ClapInstanceOptions& options);
  Status init();
  void build_rt();
  void serve_callback(ClapWaits::Clock::time_point now);
  void read_latency();
  void collect_reported();
  void request_restart();
  void take_over_values();
  Status load_param_state(std::span<const std::byte> state);
  ClapParam* find(clap_id id);
  std::optional<double> read_text(const ClapParam& param, const std::string& text);
  void log(abi::LogSeverity severity, std::string_view message);

  const std::shared_ptr<ClapLibrary> library_;
  const ClapDescriptor* const descriptor_;
  const std::uint32_t number_;
  ClapHostListener& listener_;
  const std::unique_ptr<ClapHost> host_;
  const clap_plugin_t* plugin_ = nullptr;
  bool initialised_ = false;
  std::unique_ptr<RtPlugin> rt_;
  ClapPorts ports_;
  std::vector<ClapParam> params_;
  std::string preset_error_;
  ClapWaits::Clock::time_point callback_from_{};  // on_main_thread is not called before
  bool callback_waits_ = false;                   // for that moment
  bool ports_stale_ = false;                      // changed while active
  bool params_stale_ = false;                     // changed while active
  std::uint32_t latency_frames_ = 0;
  bool latency_known_ = false;
  bool offline_;
  // Of the current activation.
  bool active_ = false;
  double sample_rate_hz_ = 0;
  std::uint32_t max_frames_ = 0;
};

}  // namespace omx
