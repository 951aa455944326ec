/// The turn in shared memory, with its waits.
#pragma once

#include <atomic>
#include <cstdint>

#include "bridge/stage/turn.hpp"

namespace omx {

/// One end's hold on the turn word. Every member may be called on an audio thread: a wake-up never blocks,
/// and the waits are what a bridged plugin is about, bounded by their deadline. What was written before a
/// move is seen by the one who finds its result.
class TurnWord {
public:
  static constexpr std::uint64_t forever = UINT64_MAX;

  explicit TurnWord(StageTurn& shared) noexcept : word_(shared.word) {}

  Turn now() const noexcept OMX_RT { return {word_.load(std::memory_order_acquire)}; }

  /// [client] Begins a cycle and wakes the stage. False when the stage has not given back the last one, or is
  /// gone.
  bool pass() noexcept OMX_RT;

  /// [client] Waits until the stage has given back the turn, at most until `deadline_ns` of CLOCK_MONOTONIC;
  /// then gives up. True when the answer came in time.
  bool wait_for_answer(std::uint64_t deadline_ns) noexcept OMX_RT;

  /// [stage] Waits until there is something to do: a turn (stage), one that nobody waits for any more but
  /// whose events still count (missed), the end (gone). Returns `client` only when the deadline passed.
  TurnHolder wait_for_turn(std::uint64_t deadline_ns = forever) noexcept OMX_RT;

  /// [stage] Hands back the turn and wakes the client. True when the client still waited for it.
  bool give_back() noexcept OMX_RT;

  /// [either, signal handlers too] Says that nobody is here any more, and wakes the other end.
  void leave() noexcept OMX_RT;

private:
  std::atomic<std::uint32_t>& word_;
};

}  // namespace omx
