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
    sweep_.turns = 0.0;
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    namespace param = flanger::param;
    const bool through_zero = values_.is_on(param::through_zero);
    const auto feedback = float(values_[param::feedback]);
    const float sign = values_.is_on(param::polarity) ? -1.0F : 1.0F;
    const auto mix = float(values_[param::mix]);
    for (std::uint32_t i = 0; i < frames; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        Side& side = sides_[c];
        const float wet = sweep_.heard(side.line, c == 1);
        const float x = in[c][i];
        const float dry = through_zero ? side.dry.read(sweep_.middle()) : x;
        side.line.write(x + feedback * wet);
        side.dry.write(x);
        out[c][i] = (1.0F - mix) * dry + mix * sign * wet;
      }
      sweep_.advance();
    }
  }

private:
  struct Side {
    ScalarLine line;
    ScalarLine dry;
  };

  void derive() noexcept override {
    namespace param = flanger::param;
    sweep_.voices = static_cast<std::size_t>(values_.whole(param::voices));
    sweep_.gain = float(1.0 / values_[param::voices]);
    sweep_.shortest = frames_of(values_[param::delay]);
    sweep_.half_depth = 0.5 * frames_of(values_[param::depth]);
    sweep_.spread = values_[param::spread] / 360.0;
    sweep_.triangle = values_.is_on(param::shape);
    sweep_.turns_per_frame = values_[param::rate] / rate_hz_;
  }

  ScalarSweep sweep_;
  std::array<Side, 2> sides_;
};

}  // namespace omx::bench
