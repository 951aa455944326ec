/// Who calls the process loop: the interface of a client's driver.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "rt/cycle.hpp"

namespace omx {

/// What a driver calls once per period, on its audio thread.
class RtCycleRunner {
public:
  virtual void run(const RtCycle& cycle) noexcept OMX_RT = 0;
  /// [any thread] The server reports an xrun.
  virtual void count_xrun() noexcept {}

protected:
  ~RtCycleRunner() = default;
};

enum class DriverPortKind : std::uint8_t {
  audio_input,  ///< we read it
  audio_output,
  midi_input,
  midi_output,
};

/// How late sound is between a port and those ports of the client that it is connected to inside.
struct DriverPortLatency {
  RtPortHandle port = nullptr;
  std::uint32_t min_frames = 0;
  std::uint32_t max_frames = 0;
  std::vector<RtPortHandle> peers;
};

/// What happened since control asked last.
struct DriverNews {
  bool block_changed = false;  ///< block_frames() or sample_rate_hz() is another
  bool gone = false;           ///< the server ended; only destruction is left to do
  std::string gone_reason;
};

/// What a driver needs from its worker. Both may be called on any thread.
struct DriverHooks {
  std::function<void()> wake_control;    ///< take_news() has something; must not block
  std::function<void()> prepare_thread;  ///< first call on a new audio thread
};

/// One client. All members belong to control; the runner is called on the driver's audio thread between
/// start() and the return of stop(), or until the server is gone.
class Driver {
public:
  virtual ~Driver() = default;

  virtual const std::string& client_name() const = 0;
  virtual std::uint32_t sample_rate_hz() const = 0;
  /// Frames per period; it may change while running (see DriverNews), cycles may be longer before control
  /// hears of it.
  virtual std::uint32_t block_frames() const = 0;

  /// Registers `<client>:<short_name>`; an alias may be given. Error: port_register.
  virtual Result<RtPortHandle>
  register_port(DriverPortKind kind, const std::string& short_name, const std::string& alias) = 0;
  /// No program may hold the port any more.
  virtual void unregister_port(RtPortHandle port) = 0;
  virtual std::string full_name(RtPortHandle port) const = 0;
  /// Latencies of all ports as the running program has them, for the server to publish.
  virtual void set_latencies(std::vector<DriverPortLatency> latencies) = 0;
  /// Until release, what the server asks about latencies stays unanswered: one connection after the other
  /// would wait for the answer.
  virtual void hold_latencies() {}
  virtual void release_latencies() {}

  /// Connects two ports of the server by their full names. Errors: connect_failed, disconnect_failed.
  virtual Status connect(const std::string& from, const std::string& to) = 0;
  virtual Status disconnect(const std::string& from, const std::string& to) = 0;

  /// Begins to call `runner`. Error: audio_activate.
  virtual Status start(RtCycleRunner& runner) = 0;
  /// When it returns, the runner is not and will not be called.
  virtual void stop() = 0;
  /// Whether the runner may be called now: if not, control may take the audio role.
  virtual bool running() const = 0;

  /// The server ended: nothing can be registered, connected or started any more.
  virtual bool lost() const { return false; }

  /// Load of the server in percent.
  virtual double load_percent() const = 0;
  virtual DriverNews take_news() = 0;
};

}  // namespace omx
