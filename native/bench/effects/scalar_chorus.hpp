/// omx-chorus in the plainest C++: sample by sample, with std::sin. The bench compares against it, and
/// chorus_test.cpp checks that both agree.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "bench/effects/scalar_sweep.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/svf.hpp"
#include "effect/effect.hpp"
#include "omx-chorus/generated/params.hpp"

namespace omx::bench {

/// Settings act at once, but those of the filters at the next reset only; there is no rest.
class ScalarChorus final : public Effect {
public:
  ScalarChorus() noexcept {
    for (std::uint32_t i = 0; i < chorus::param::count; ++i) {
      values_[i] = chorus::params[i].default_value;
    }
  }

  void prepare(double sample_rate_hz) override {
    rate_hz_ = sample_rate_hz;
    reset();
  }

  void reset() noexcept override {
    using dsp::FilterShape;
    namespace param = chorus::param;
    const double longest_ms = chorus::params[param::delay].max_value + chorus::params[param::depth].max_value;
    for (Side& side : sides_) {
      side = Side{};
      side.line = ScalarLine(std::size_t(std::ceil(0.001 * longest_ms * rate_hz_)));
    }
    turns_ = 0.0;
    const auto design = [&](std::uint32_t index, FilterShape shape) {
      const bool off = chorus::params[index].is_off(values_[index]);
      return off ? dsp::SvfSection{}
                 : dsp::design_filter({shape, values_[index], std::sqrt(0.5), 0.0}, rate_hz_);
    };
    filters_ = {
        design(param::low_cut, FilterShape::high_pass), design(param::high_cut, FilterShape::low_pass)};
  }

  void set_param(std::uint32_t index, double value) noexcept override { values_[index] = value; }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    namespace param = chorus::param;
    const auto voices = std::size_t(values_[param::voices]);
    const double half_depth = 0.5 * 0.001 * values_[param::depth] * rate_hz_;
    const double middle = 0.001 * values_[param::delay] * rate_hz_ + half_depth;
    const double spread = values_[param::spread] / 360.0;
    const bool triangle = values_[param::shape] >= 0.5;
    const auto gain = float(1.0 / std::sqrt(values_[param::voices]));
    const auto mix = float(values_[param::mix]);
    for (std::uint32_t i = 0; i < frames; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        Side& side = sides_[c];
        float wet = 0.0F;
        for (std::size_t v = 0; v < voices; ++v) {
          const double turns = turns_ + scalar_voice_turns[v] + (c == 1 ? spread : 0.0);
          wet += gain * side.line.read(middle + half_depth * scalar_wave(turns, triangle));
        }
        for (std::size_t s = 0; s < filters_.size(); ++s) {
          wet = dsp::svf_tick(filters_[s], side.states[s], wet);
        }
        const float dry = in[c][i];
        side.line.write(dry);
        out[c][i] = (1.0F - mix) * dry + mix * wet;
      }
      turns_ += values_[param::rate] / rate_hz_;
      turns_ -= std::floor(turns_);
    }
  }

  double tail_frames() const noexcept override { return 0.0; }
  bool asleep() const noexcept override { return false; }

private:
  struct Side {
    ScalarLine line;
    std::array<dsp::SvfState, 2> states;
  };

  double rate_hz_ = 48000.0;
  double turns_ = 0.0;
  std::array<double, chorus::param::count> values_;
  std::array<Side, 2> sides_;
  std::array<dsp::SvfSection, 2> filters_;
};

}  // namespace omx::bench
