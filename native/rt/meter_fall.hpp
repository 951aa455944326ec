/// How meters fall.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/rt.hpp"

namespace omx {

/// Meters fall by 20 dB/s, a factor of 10 per second.
class RtMeterFall {
public:
  OMX_RT_UNCHECKED_BEGIN  // pow() only computes; its declaration has no mark
      explicit RtMeterFall(std::uint32_t sample_rate_hz) noexcept OMX_RT
      : per_frame_(std::pow(10.0, -1.0 / sample_rate_hz)) {}
  OMX_RT_UNCHECKED_END

  /// Factor for a block. Blocks mostly have one length, so it is kept.
  float over(std::uint32_t frames) noexcept OMX_RT {
    if (frames != frames_) {
      frames_ = frames;
      factor_ = static_cast<float>(power(frames));
    }
    return factor_;
  }

private:
  // Squaring: log2(frames) multiplications.
  double power(std::uint32_t exponent) const noexcept OMX_RT {
    double result = 1;
    for (double square = per_frame_; exponent > 0; exponent >>= 1, square *= square) {
      if (exponent & 1) result *= square;
    }
    return result;
  }

  double per_frame_;
  std::uint32_t frames_ = 0;
  float factor_ = 1;
};

}  // namespace omx
