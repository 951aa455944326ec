/// The mean power of a stereo signal over the time just past.
#pragma once

#include <algorithm>
#include <cmath>

#include "dsp/simd.hpp"

namespace omx::dsp {

/// Two one-pole low-passes in series on the square of each channel, each with half of the averaging time:
/// for the same mean delay as one pole, they leave much less of the ripple at twice the signal's frequency.
/// The second works one frame behind the first, so that both are one vector.
class MeanSquare {
public:
  /// The mean age of what is averaged.
  void set_time_frames(double frames) noexcept {
    keep_ = static_cast<float>(std::exp(-2.0 / std::max(frames, 1.0)));
  }

  void clear() noexcept { start_from(0.0F, 0.0F); }

  /// As if these had been the mean squares for long.
  void start_from(float left, float right) noexcept { state_ = Float{left, right, left, right}; }

  /// Interleaved stereo frames to their mean squares; in place is fine.
  void process(float* to, const float* io, int frames) noexcept {
    Float state = state_;
    const float take = 1.0F - keep_;
    for (int i = 0; i < frames; ++i) {
      double pair;
      __builtin_memcpy(&pair, io + 2 * i, sizeof pair);
      Float in = __builtin_bit_cast(Float, Pair{pair, pair});
      in = __builtin_shufflevector(Float(in * in), state, 0, 1, 4, 5);
      state = keep_ * state + take * in;
      pair = __builtin_bit_cast(Pair, state)[1];
      __builtin_memcpy(to + 2 * i, &pair, sizeof pair);
    }
    state_ = state;
  }

  float level(int channel) const noexcept { return state_[2 + channel]; }

private:
  using Float = Simd<4>::Float;
  using Pair = Simd<4>::Double;

  Float state_{};  // first stage left and right, second stage left and right
  float keep_ = 0.0F;
};

}  // namespace omx::dsp
