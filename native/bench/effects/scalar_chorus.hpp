/// omx-chorus in the plainest C++: sample by sample, with std::sin. The bench compares against it, and
/// chorus_test.cpp checks that both agree.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "bench/effects/scalar_effect.hpp"
#include "bench/effects/scalar_sweep.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/svf.hpp"
#include "omx-chorus/generated/params.hpp"

namespace omx::bench {

class ScalarChorus final : public ScalarEffect<chorus::params> {
public:
  void reset() noexcept override {
    namespace param = chorus::param;
    const double longest_ms = chorus::params[param::delay].max_value + chorus::params[param::depth].max_value;
    for (Side& side : sides_) {
      side = Side{};
      side.line = ScalarLine(std::size_t(std::ceil(0.001 * longest_ms * rate_hz_)));
    }
    sweep_.turns = 0.0;
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    namespace param = chorus::param;
    const auto mix = float(values_[param::mix]);
    for (std::uint32_t i = 0; i < frames; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        Side& side = sides_[c];
        float wet = sweep_.heard(side.line, c == 1);
        for (std::size_t s = 0; s < filters_.size(); ++s) {
          wet = dsp::svf_tick(filters_[s], side.states[s], wet);
        }
        const float dry = in[c][i];
        side.line.write(dry);
        out[c][i] = (1.0F - mix) * dry + mix * wet;
      }
      sweep_.advance();
    }
  }

private:
  struct Side {
    ScalarLine line;
    std::array<dsp::SvfState, 2> states;
  };

  void derive() noexcept override {
    namespace param = chorus::param;
    sweep_.voices = static_cast<std::size_t>(values_.whole(param::voices));
    sweep_.gain = float(1.0 / std::sqrt(values_[param::voices]));
    sweep_.shortest = frames_of(values_[param::delay]);
    sweep_.half_depth = 0.5 * frames_of(values_[param::depth]);
    sweep_.spread = values_[param::spread] / 360.0;
    sweep_.triangle = values_.is_on(param::shape);
    sweep_.turns_per_frame = values_[param::rate] / rate_hz_;
    const auto design = [&](std::uint32_t index, dsp::FilterShape shape) {
      return values_.is_off(index)
                 ? dsp::SvfSection{}
                 : dsp::design_filter({shape, values_[index], dsp::butterworth2_q, 0.0}, rate_hz_);
    };
    filters_ = {
        design(param::low_cut, dsp::FilterShape::high_pass),
        design(param::high_cut, dsp::FilterShape::low_pass)};
  }

  ScalarSweep sweep_;
  std::array<Side, 2> sides_;
  std::array<dsp::SvfSection, 2> filters_;
};

}  // namespace omx::bench
