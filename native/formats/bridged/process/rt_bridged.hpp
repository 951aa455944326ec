/// A plugin in another process as the audio thread sees it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include <clap/host.h>
#include <clap/process.h>

#include "base/rt.hpp"
#include "bridge/stage/stage_memory.hpp"
#include "formats/bridged/process/rt_dry.hpp"
#include "formats/clap/process/rt_event_list.hpp"
#include "formats/clap/process/rt_param_board.hpp"

namespace omx {

/// How a bridged plugin does.
enum class RtBridgedState : std::uint32_t {
  running,
  late,      ///< dry until it gives back the turn it missed
  bypassed,  ///< was late too often: dry until it has been in time for a while
  absent,    ///< its process is gone, or not there yet
};

/// What a stage needs to know of the thread that drives it.
struct RtClientThread {
  std::uint32_t priority = 0;   ///< real-time; 0 for none
  std::uint32_t processor = 0;  ///< that it stays on, plus 1; 0 for any
};

/// Until when a plugin is waited for: half of the block's length from when it is asked, and no longer than
/// four fifths of that from when the first bridged plugin of the callback was asked, so that however many are
/// stuck at once, the callback is not. A tenth of a millisecond remains for each.
std::uint64_t bridged_deadline_ns(
    std::uint64_t now_ns, std::uint64_t cycle_begin_ns, std::uint64_t block_ns) noexcept OMX_RT;

/// Hands each block to a stage and waits for it until bridged_deadline_ns(); the dry signal passes in its
/// place when there is no answer by then. Built on control; a member without a mark is the audio thread's.
class RtBridged {
public:
  /// Cycles without an answer within a second after which the plugin is bypassed, and how long it must be in
  /// time before it is heard again.
  static constexpr std::uint32_t late_limit = 8;

  /// `host` is asked for a callback when the state changes. `param_ids`: those whose values are noted.
  RtBridged(
      const RtBridgedDryShape& dry, double sample_rate_hz, const clap_host_t* host,
      std::vector<clap_id> param_ids);

  /// [control] The stage to use from the next block on; null for none. The one before is no longer touched
  /// once taken() is the new one, or when no audio thread runs.
  void offer(StageMemory* stage) { offered_.store(stage, std::memory_order_release); }
  const StageMemory* taken() const { return taken_.load(std::memory_order_acquire); }
  /// [control] Waits for seconds instead of a part of the block: when a file is rendered.
  void set_offline(bool offline) { offline_.store(offline, std::memory_order_relaxed); }

  clap_process_status process(const clap_process_t& process) noexcept OMX_RT;
  void flush(const clap_input_events_t* in, const clap_output_events_t* out) noexcept OMX_RT;
  /// Takes effect with the next block.
  void reset() noexcept OMX_RT { reset_due_ = true; }
  /// [audio thread, or control]
  std::uint32_t tail_frames() noexcept OMX_RT;

  /// [any thread]
  std::uint64_t dry_cycles() const { return dry_cycles_.load(std::memory_order_relaxed); }
  RtBridgedState state() const { return state_.load(std::memory_order_relaxed); }

  RtParamBoard values;  ///< the last value of each parameter, sent or reported; control collects

private:
  void adopt() noexcept OMX_RT;
  bool run_cycle(const clap_process_t& process) noexcept OMX_RT;
  bool watch_bypassed(std::uint32_t frames) noexcept OMX_RT;
  void write_request(const clap_process_t& process) noexcept OMX_RT;
  std::uint32_t write_events(const clap_input_events_t* events) noexcept OMX_RT;
  void keep_events(const clap_input_events_t* events) noexcept OMX_RT;
  void note_value(const RtEvent& event) noexcept OMX_RT;
  void take_outputs(const clap_process_t& process) noexcept OMX_RT;
  void take_events(const clap_output_events_t* out) noexcept OMX_RT;
  void count_dry(std::uint32_t frames) noexcept OMX_RT;
  void set_state(RtBridgedState state) noexcept OMX_RT;
  std::uint64_t deadline_ns(std::int64_t steady_frames, std::uint32_t frames) const noexcept OMX_RT;
  std::uint64_t block_ns(std::uint32_t frames) const noexcept OMX_RT;

  const double sample_rate_hz_;
  const clap_host_t* const host_;
  std::atomic<StageMemory*> offered_{nullptr};
  std::atomic<StageMemory*> taken_{nullptr};
  std::atomic<bool> offline_{false};
  std::atomic<std::uint64_t> dry_cycles_{0};
  std::atomic<RtBridgedState> state_{RtBridgedState::absent};

  StageMemory* stage_ = nullptr;
  RtDry dry_;
  RtEventList waiting_;  ///< for a stage that could not be given them
  bool reset_due_ = false;
  std::optional<RtClientThread> thread_;  ///< that process() is called on
  bool asked_without_waiting_ = false;
  std::uint64_t asked_budget_ns_ = 0;
  std::uint64_t good_frames_ = 0;    ///< in time in a row, while bypassed
  std::uint64_t window_frames_ = 0;  ///< left of the second in which dry cycles are counted
  std::uint32_t window_dry_ = 0;
};

}  // namespace omx
