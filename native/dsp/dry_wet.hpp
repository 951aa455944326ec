/// Dry and wet signal into one.
#pragma once

#include "dsp/ramp.hpp"
#include "dsp/simd.hpp"

namespace omx::dsp {

/// One part of a block in both channels.
struct StereoSamples {
  const float* left;
  const float* right;
};

/// (1 - mix) times dry plus mix times wet; silence is +0.
inline void mix_dry_wet(
    float* left, float* right, const StereoSamples& dry, const StereoSamples& wet, LinearRamp& mix,
    int frames) noexcept {
  const auto at = [&]<typename Value>(Value, int i, float part) {
    const auto channel = [&](float* to, const float* from_dry, const float* from_wet) {
      Value d;
      Value w;
      load(d, from_dry + i);
      load(w, from_wet + i);
      store(to + i, Value(((1.0F - part) * d + part * w) + 0.0F));
    };
    channel(left, dry.left, wet.left);
    channel(right, dry.right, wet.right);
  };
  int i = 0;
  for (; i < frames && mix.moving(); ++i) {
    at(float{}, i, mix.next());
  }
  for (; i + 4 <= frames; i += 4) {
    at(Simd<4>::Float{}, i, mix.value());
  }
  for (; i < frames; ++i) {
    at(float{}, i, mix.value());
  }
}

}  // namespace omx::dsp
