/// Which checks stand between plugins and the rest.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/rt.hpp"

namespace omx {

/// The settings as one cycle sees them.
struct RtGuardSettings {
  bool silence_non_finite = true;  ///< a block with NaN or infinity is replaced by silence
  bool clamp = true;               ///< samples are held within ±24 dBFS
  /// Faulty blocks in a row after which an instance is isolated: no longer called, its dry signal passes. 0:
  /// never.
  std::uint32_t isolate_after_blocks = 8;
};

/// Set on control at any time, read by the audio thread once per cycle.
class RtGuards {
public:
  void set(const RtGuardSettings& settings) noexcept {
    silence_non_finite_.store(settings.silence_non_finite, std::memory_order_relaxed);
    clamp_.store(settings.clamp, std::memory_order_relaxed);
    isolate_after_blocks_.store(settings.isolate_after_blocks, std::memory_order_relaxed);
  }

  RtGuardSettings read() const noexcept OMX_RT {
    return {
        silence_non_finite_.load(std::memory_order_relaxed), clamp_.load(std::memory_order_relaxed),
        isolate_after_blocks_.load(std::memory_order_relaxed)};
  }

private:
  std::atomic<bool> silence_non_finite_{RtGuardSettings{}.silence_non_finite};
  std::atomic<bool> clamp_{RtGuardSettings{}.clamp};
  std::atomic<std::uint32_t> isolate_after_blocks_{RtGuardSettings{}.isolate_after_blocks};
};

}  // namespace omx
