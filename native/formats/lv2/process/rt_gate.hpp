/// Keeps the audio thread out of a plugin for a moment.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/rt.hpp"

namespace omx::lv2 {

/// The audio thread enters for each block and is never made to wait: while the gate is shut it is turned
/// away. Control shuts it when the block under way has ended.
class RtGate {
public:
  /// [audio thread] False while shut.
  bool enter() noexcept OMX_RT {
    std::uint32_t expected = open;
    return state_.compare_exchange_strong(expected, inside, std::memory_order_acquire);
  }
  /// [audio thread] After an enter() that returned true.
  void leave() noexcept OMX_RT { state_.store(open, std::memory_order_release); }

  /// [control] False while the audio thread is inside: try again after a while.
  bool try_shut() noexcept {
    std::uint32_t expected = open;
    return state_.compare_exchange_strong(expected, closed, std::memory_order_acquire);
  }
  /// [control] After a try_shut() that returned true.
  void reopen() { state_.store(open, std::memory_order_release); }

private:
  static constexpr std::uint32_t open = 0;
  static constexpr std::uint32_t inside = 1;
  static constexpr std::uint32_t closed = 2;

  std::atomic<std::uint32_t> state_{open};
};

}  // namespace omx::lv2
