/// The curves of the drive.
#pragma once

#include <cstdint>

#include "dsp/oversampler.hpp"
#include "dsp/sigmoid.hpp"

namespace omx::drive {

/// In the order of the declaration's labels.
enum class Curve : std::uint8_t { soft, tape, tube, exciter };

/// Where on the sigmoid a tube rests.
inline constexpr float tube_bias = 0.4F;

/// 1 over the sigmoid's slope there: exp(pi/4 bias^2).
inline constexpr float tube_scale = 1.1339008F;

/// Sample x after the curve; 0 stays 0, and the slope there is 1. Float is `float` or a vector.
template <Curve curve, typename Float>
[[gnu::always_inline]] inline void bend(Float& y, const Float& x) noexcept {
  Float a;
  Float b;
  if constexpr (curve == Curve::soft) {
    dsp::sigmoid(y, x);
  } else if constexpr (curve == Curve::tape) {
    dsp::sigmoid(a, x);
    dsp::sigmoid(b, Float(0.5F * x));
    y = 0.5F * a + b;
  } else if constexpr (curve == Curve::tube) {
    dsp::sigmoid(a, Float(x + tube_bias));
    dsp::sigmoid(b, Float(Float{} + tube_bias));
    y = (a - b) * tube_scale;
  } else {
    dsp::sigmoid(a, x);
    y = a + 0.5F * (a * a);
  }
}

/// The same for one sample and any curve.
float bent(Curve curve, float x) noexcept;

/// Bends all rows of a block in place.
void bend_block(Curve curve, dsp::OversampledBlock& block, int factor, int frames) noexcept;

/// The same on the way from one curve to another: at frame i the new one has the part
/// (faded + i + 1) / fade_frames.
void bend_block_between(
    Curve from, Curve to, dsp::OversampledBlock& block, int factor, int frames, int faded,
    int fade_frames) noexcept;

/// The gain after the curve that gives noise of -18 dBFS (Gaussian) back its level, for a gain of `drive`
/// before the curve.
double auto_gain(Curve curve, double drive) noexcept;

}  // namespace omx::drive
