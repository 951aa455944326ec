/// omx-flanger in the plainest C++: sample by sample, with std::sin. The bench compares against it, and
/// flanger_test.cpp checks that both agree.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "bench/effects/scalar_effect.hpp"
#include "bench/effects/scalar_sweep.hpp"
#include "omx-flanger/generated/params.hpp"

namespace omx::bench {

class ScalarFlanger final : public ScalarEffect<flanger::params> {
public:
  void reset() noexcept override {
    namespace param = flanger::param;
    const double longest_ms =
        flanger::params[param::delay].max_value + flanger::params[param::depth].max_value;
    for (Side& side : sides_) {
      side.line = ScalarLine(std::size_t(std::ceil(0.001 * longest_ms * rate_hz_)));
      side.dry = side.line;
    }
    turns_ = 0.0;
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    namespace param = flanger::param;
    const auto voices = std::size_t(values_[param::voices]);
    const double half_depth = 0.5 * 0.001 * values_[param::depth] * rate_hz_;
    const double middle = 0.001 * values_[param::delay] * rate_hz_ + half_depth;
    const double spread = values_[param::spread] / 360.0;
    const bool triangle = values_.is_on(param::shape);
    const bool through_zero = values_.is_on(param::through_zero);
    const auto gain = float(1.0 / values_[param::voices]);
    const auto feedback = float(values_[param::feedback]);
    const float sign = values_.is_on(param::polarity) ? -1.0F : 1.0F;
    const auto mix = float(values_[param::mix]);
    for (std::uint32_t i = 0; i < frames; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        Side& side = sides_[c];
        float wet = 0.0F;
        for (std::size_t v = 0; v < voices; ++v) {
          const double turns = turns_ + scalar_voice_turns[v] + (c == 1 ? spread : 0.0);
          wet += gain * side.line.read(middle + half_depth * scalar_wave(turns, triangle));
        }
        const float x = in[c][i];
        const float dry = through_zero ? side.dry.read(middle) : x;
        side.line.write(x + feedback * wet);
        side.dry.write(x);
        out[c][i] = (1.0F - mix) * dry + mix * sign * wet;
      }
      turns_ += values_[param::rate] / rate_hz_;
      turns_ -= std::floor(turns_);
    }
  }

private:
  struct Side {
    ScalarLine line;
    ScalarLine dry;
  };

  double turns_ = 0.0;
  std::array<Side, 2> sides_;
};

}  // namespace omx::bench
