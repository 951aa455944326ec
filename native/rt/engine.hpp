/// Runs the programs of one client, one cycle at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>

#include "omx_contracts/status_page.hpp"
#include "rt/cycle.hpp"
#include "rt/cycle_watch.hpp"
#include "rt/guard_settings.hpp"
#include "rt/meter_fall.hpp"
#include "rt/program.hpp"
#include "rt/reset_request.hpp"

namespace omx {

class ControlWake;

struct RtEngineOptions {
  std::uint32_t sample_rate_hz = 48000;
  StatusClient* status = nullptr;  ///< the client's record in the status page; null writes nothing
  ControlWake* wake = nullptr;     ///< rung when an edit has settled or an instance was isolated; may be null
};

/// One per client. Control publishes programs; one audio thread at a time runs cycles. The members of each
/// side are marked. Programs are retired by epoch: the audio thread says which program it has come to, and
/// control frees those before it.
class RtEngine {
public:
  explicit RtEngine(const RtEngineOptions& options);
  /// [control, no driver runs] Frees all programs, or leaks them when a callback is stuck in one.
  ~RtEngine();
  RtEngine(const RtEngine&) = delete;
  RtEngine& operator=(const RtEngine&) = delete;

  // Control

  /// Hands over what compile() made. Only when settled(): until then edits are collected, not published.
  void publish(RtProgramChain programs);
  /// Whether the last published program runs, its first block done: instances that left the graph or became
  /// inactive are stopped and may be deactivated, driver ports that it does not use may go.
  bool settled() const noexcept;
  /// Frees programs that the audio thread has passed. Call after the wake rang.
  void collect();
  /// The audio server went to another rate: late cycles and the fall of meters are reckoned by it.
  void follow_rate(std::uint32_t sample_rate_hz) noexcept {
    sample_rate_hz_.store(sample_rate_hz, std::memory_order_relaxed);
  }
  /// Resets all plugins and delay lines at the first cycle that starts at or after a frame time.
  void reset_at(std::uint32_t frame_time) noexcept { reset_request_.at(frame_time); }
  /// Resets at the next cycle.
  void reset_now() noexcept { reset_request_.now(); }
  /// [no driver runs] Does in the audio thread's place what it would do without a sound: goes to the last
  /// program, stops and resets plugins. False when a callback is stuck inside run(); nothing is done then.
  bool settle_without_driver();
  /// Whether a callback is inside run() just now; for long, when it is stuck.
  bool busy() const noexcept { return in_cycle_.load(std::memory_order_acquire); }
  /// May be changed at any time.
  RtGuards& guards() noexcept { return guards_; }
  /// Counts an xrun that the server reported. Any thread.
  void count_xrun() noexcept;

  // Audio thread

  /// Runs one period. Nothing is called or written before the first program is published.
  void run(const RtCycle& cycle) noexcept OMX_RT;

private:
  void take_rate() noexcept OMX_RT;
  void note_beginning(const RtCycle& cycle, std::uint64_t begin_ns) noexcept OMX_RT;
  void note_end(const RtCycle& cycle, std::uint64_t begin_ns) noexcept OMX_RT;
  void adopt() noexcept OMX_RT;
  void enter(RtProgram* program) noexcept OMX_RT;
  void reset(RtInstance& instance) noexcept OMX_RT;
  void reset_if_due(std::uint32_t frame_time) noexcept OMX_RT;
  void run_blocks(const RtCycle& cycle) noexcept OMX_RT;
  bool settle() noexcept OMX_RT;

  const RtEngineOptions options_;
  RtGuards guards_;

  // Control's
  std::deque<std::unique_ptr<RtProgram>> programs_;  // in order of sequence
  std::uint64_t last_sequence_ = 0;

  // Crossing
  std::atomic<RtProgram*> published_{nullptr};      // control to audio thread
  std::atomic<std::uint64_t> running_sequence_{0};  // audio thread to control: programs before it are free
  std::atomic<std::uint64_t> settled_sequence_{0};  // audio thread to control
  RtResetRequest reset_request_;                    // control to audio thread
  std::atomic<std::uint32_t> sample_rate_hz_;       // control to audio thread
  std::atomic<bool> in_cycle_{false};

  // Audio thread's
  RtProgram* current_ = nullptr;
  std::int64_t steady_time_frames_ = 0;
  std::uint32_t rate_hz_;  // that watch and meters go by
  RtCycleWatch watch_;
  RtMeterFall meter_fall_;
  std::uint64_t thread_ = 0;  // its pthread_self()
};

}  // namespace omx
