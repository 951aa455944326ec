/// How early reflections, tail and dry signal become the output.
#pragma once

#include <cmath>
#include <numbers>

#include "dsp/simd.hpp"
#include "omx-reverb/space.hpp"

namespace omx::reverb {

/// Gains that narrow a stereo signal: side = same * own + other * opposite.
///
/// With p = width * pi/4 the gain of the middle (l+r)/sqrt(2) is sqrt(2) cos(p) and that of the difference
/// sqrt(2) sin(p): the squares add up to 2 at any width. Two independent channels of equal energy, as the
/// two outputs of the network are, have as much energy in the middle as in the difference, and so keep their
/// sum. In same and other: (cos(p) +- sin(p))/sqrt(2), whose squares add up to 1.
struct WidthGains {
  float same;
  float other;
};

inline WidthGains width_gains(double width) noexcept {
  const double p = 0.25 * std::numbers::pi * width;
  const double half = std::numbers::sqrt2 / 2.0;
  return {
      static_cast<float>(half * (std::cos(p) + std::sin(p))),
      static_cast<float>(half * (std::cos(p) - std::sin(p)))};
}

/// The sum of the early reflections, `at` frames into each; one frame, or several at once in vectors.
template <typename Value>
void sum_taps(float* to, const float* const (&taps)[early_taps], int at) noexcept {
  Value sum{};
#pragma GCC unroll 8
  for (int k = 0; k < early_taps; ++k) {
    Value tap;
    dsp::load(tap, taps[k] + at);
    sum = sum + early_gains[static_cast<std::size_t>(k)] * tap;
  }
  dsp::store(to, sum);
}

/// One frame, or several at once in vectors: the early reflections become the reverb.
template <typename Value>
void add_tail_at(float* early, const float* tail, float early_gain, float tail_gain) noexcept {
  Value e;
  Value t;
  dsp::load(e, early);
  dsp::load(t, tail);
  dsp::store(early, Value(early_gain * e + tail_gain * t));
}

struct MixGains {
  float mix;
  float same;
  float other;
};

/// One frame, or several at once in vectors; silence is +0.
template <typename Value>
void mix_at(
    float* const* out, int out_at, const float* dry_left, const float* dry_right, const float* wet_left,
    const float* wet_right, const MixGains& g) noexcept {
  Value dl;
  Value dr;
  Value wl;
  Value wr;
  dsp::load(dl, dry_left);
  dsp::load(dr, dry_right);
  dsp::load(wl, wet_left);
  dsp::load(wr, wet_right);
  const float dry = 1.0F - g.mix;
  dsp::store(out[0] + out_at, Value(dry * dl + g.mix * (g.same * wl + g.other * wr) + 0.0F));
  dsp::store(out[1] + out_at, Value(dry * dr + g.mix * (g.same * wr + g.other * wl) + 0.0F));
}

}  // namespace omx::reverb
