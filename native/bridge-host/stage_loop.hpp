/// The thread of a bridge that runs its plugin, one block per turn.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>

#include "bridge/control_wake.hpp"
#include "bridge/stage/stage_memory.hpp"
#include "formats/clap/process/rt_plugin.hpp"

namespace omx {

/// Runs from construction to destruction; meanwhile the plugin's audio side belongs to its thread. That is
/// scheduled one real-time priority below the client's, on its processor, under a limit of time: a plugin
/// that never returns neither starves its client nor keeps a processor.
class StageLoop {
public:
  /// `wake` is rung when notice() has something to say.
  StageLoop(RtPlugin& plugin, std::unique_ptr<StageMemory> memory, ControlWake& wake);
  /// Ends the thread between two turns, after stop_processing.
  ~StageLoop();
  StageLoop(const StageLoop&) = delete;
  StageLoop& operator=(const StageLoop&) = delete;

  /// [control] Something for the log, once; empty when there is nothing.
  std::string notice();

private:
  void run() noexcept OMX_RT;
  void take_turn() noexcept OMX_RT;
  void process(std::uint32_t frames) noexcept OMX_RT;
  void take_events(std::uint32_t count) noexcept OMX_RT;
  void wire(std::uint32_t frames) noexcept OMX_RT;
  void answer_events() noexcept OMX_RT;
  void follow_priority(std::uint32_t of_client) noexcept OMX_RT;
  void follow_processor(std::uint32_t of_client) noexcept OMX_RT;

  RtPlugin& plugin_;
  const std::unique_ptr<StageMemory> memory_;
  ControlWake& wake_;
  std::vector<float> inputs_;  // the plugin's own copy: some write where they should read
  std::uint32_t client_priority_ = UINT32_MAX;
  std::uint32_t client_processor_ = 0;
  cpu_set_t all_processors_{};
  std::atomic<int> refused_error_{0};  // errno of a refused priority
  std::thread thread_;
};

}  // namespace omx
