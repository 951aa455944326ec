/// A request for a reset, in one word that control and the audio thread exchange.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/rt.hpp"

namespace omx {

/// At most one request waits; a newer one replaces it.
class RtResetRequest {
public:
  /// [control] Due at the first cycle that starts at or after a frame time (which wraps).
  void at(std::uint32_t frame_time) noexcept { word_.store(waits | frame_time, std::memory_order_release); }
  /// [control] Due at the next cycle.
  void now() noexcept { word_.store(waits | at_once, std::memory_order_release); }

  /// [audio thread] Whether a request is due in the cycle that starts at a frame time; it is taken then.
  bool take(std::uint32_t frame_time) noexcept OMX_RT {
    std::uint64_t word = word_.load(std::memory_order_acquire);
    if (word == 0) return false;
    const auto ahead_frames = static_cast<std::int32_t>(static_cast<std::uint32_t>(word) - frame_time);
    if ((word & at_once) == 0 && ahead_frames > 0) return false;
    // A request that came in between stays for the next cycle.
    return word_.compare_exchange_strong(word, 0, std::memory_order_acquire, std::memory_order_relaxed);
  }

private:
  static constexpr std::uint64_t waits = std::uint64_t{1} << 63;
  static constexpr std::uint64_t at_once = std::uint64_t{1} << 62;

  std::atomic<std::uint64_t> word_{0};
};

}  // namespace omx
