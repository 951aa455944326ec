/// A delay that moves in straight lines, in whole numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace omx::dsp {

/// Counts in 2^-32 of a frame, so that it arrives exactly and drifts by nothing however long the way is;
/// below 2^15 frames. Gives out 2^-16 of a frame, as SweptDelay takes them.
class FixedRamp {
public:
  /// Reaches `target` frames in `steps` steps; 0 jumps.
  void aim(double target, int steps) noexcept {
    target_ = std::llround(target * 0x1p32);
    steps_left_ = steps;
    if (steps > 0) {
      step_ = (target_ - value_) / steps;
    } else {
      value_ = target_;
    }
  }

  /// Ends the ramp at its target.
  void finish() noexcept {
    value_ = target_;
    steps_left_ = 0;
  }

  bool moving() const noexcept { return steps_left_ > 0; }

  /// The values of the next steps.
  void fill(std::int32_t* to, int count) noexcept {
    int i = 0;
    for (; i < count && steps_left_ > 0; ++i) {
      --steps_left_;
      value_ = steps_left_ == 0 ? target_ : value_ + step_;
      to[i] = now();
    }
    std::fill(to + i, to + count, now());
  }

private:
  std::int32_t now() const noexcept { return static_cast<std::int32_t>(value_ >> 16); }

  std::int64_t value_ = 0;
  std::int64_t target_ = 0;
  std::int64_t step_ = 0;
  int steps_left_ = 0;
};

}  // namespace omx::dsp
