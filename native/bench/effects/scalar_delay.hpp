/// omx-delay in the plainest C++: sample by sample. The bench compares against it, and scalar_twins_test.cpp
/// checks that both agree.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "bench/effects/scalar_effect.hpp"
#include "omx-delay/generated/params.hpp"

namespace omx::bench {

/// There is no tempo.
class ScalarDelay final : public ScalarEffect<delay::params> {
public:
  void prepare(double sample_rate_hz) override {
    rate_hz_ = sample_rate_hz;
    for (std::vector<float>& line : lines_) {
      line.resize(std::size_t(2.1 * sample_rate_hz) + 1);
    }
    reset();
  }

  void reset() noexcept override {
    for (std::vector<float>& line : lines_) {
      std::fill(line.begin(), line.end(), 0.0F);
    }
    at_ = 0;
    filtered_ = {};
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    for (std::uint32_t i = 0; i < frames; ++i) {
      const float dry[2] = {in[0][i], in[1][i]};
      for (std::size_t side = 0; side < 2; ++side) {
        const float echo = lines_[side][back(taps_[side])];
        filtered_[side] = (1.0F - pole_) * echo + pole_ * filtered_[side];
      }
      const float half = 0.5F * (dry[0] + dry[1]);
      lines_[0][at_] = ping_pong_ ? half + feedback_ * filtered_[1] : dry[0] + feedback_ * filtered_[0];
      lines_[1][at_] = ping_pong_ ? feedback_ * filtered_[0] : dry[1] + feedback_ * filtered_[1];
      out[0][i] = (1.0F - mix_) * dry[0] + mix_ * filtered_[0];
      out[1][i] = (1.0F - mix_) * dry[1] + mix_ * filtered_[1];
      at_ = at_ + 1 == lines_[0].size() ? 0 : at_ + 1;
    }
  }

private:
  std::size_t back(std::size_t frames) const noexcept {
    return at_ >= frames ? at_ - frames : at_ + lines_[0].size() - frames;
  }

  void derive() noexcept override {
    namespace param = delay::param;
    for (std::size_t side = 0; side < 2; ++side) {
      const double offset_ms = std::max(side == 0 ? -values_[param::offset] : values_[param::offset], 0.0);
      const double frames = 0.001 * (values_[param::time] + offset_ms) * rate_hz_;
      taps_[side] = static_cast<std::size_t>(std::max(std::lround(frames), 1L));
    }
    const double tone_hz = values_[param::tone];
    const bool off = delay::params[param::tone].is_off(tone_hz);
    pole_ = off ? 0.0F : static_cast<float>(std::exp(-2.0 * std::numbers::pi * tone_hz / rate_hz_));
    feedback_ = static_cast<float>(values_[param::feedback]);
    mix_ = static_cast<float>(values_[param::mix]);
    ping_pong_ = values_.is_on(param::mode);
  }

  std::array<std::vector<float>, 2> lines_;
  std::size_t at_ = 0;  // where the next sample goes
  std::array<std::size_t, 2> taps_{};
  std::array<float, 2> filtered_{};
  float pole_ = 0.0F;
  float feedback_ = 0.0F;
  float mix_ = 0.0F;
  bool ping_pong_ = false;
};

}  // namespace omx::bench
