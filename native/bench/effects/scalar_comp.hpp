/// omx-comp in the plainest C++: sample by sample, with the functions of the standard library. The bench
/// compares against it, and scalar_twins_test.cpp checks that both agree.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "bench/effects/scalar_effect.hpp"
#include "bench/effects/scalar_peaks.hpp"
#include "dsp/decibels.hpp"
#include "dsp/gain_computer.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/svf.hpp"
#include "omx-comp/generated/params.hpp"

namespace omx::bench {

class ScalarComp final : public ScalarEffect<comp::params> {
public:
  void reset() noexcept override {
    sides_ = {};
    peaks_.clear();
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    const float* const* key = values_.is_on(comp::param::key) ? in + 2 : in;
    for (std::uint32_t i = 0; i < frames; ++i) {
      const float dry[2] = {in[0][i], in[1][i]};
      double wanted[2];
      for (std::size_t side = 0; side < 2; ++side) {
        wanted[side] = static_reduction_db(curve_, level_db(side, key[side][i]));
      }
      const double both = std::max(wanted[0], wanted[1]);
      for (std::size_t side = 0; side < 2; ++side) {
        double& reduction = sides_[side].reduction_db;
        const double target = wanted[side] + curve_.link * (both - wanted[side]);
        const double keep = target > reduction ? attack_ : release_;
        reduction = target + keep * (reduction - target);
        const double gain = dsp::gain_of_db(-reduction);
        out[side][i] = dry[side] * static_cast<float>(dry_ + wet_ * gain);
      }
      peaks_.end_frame();
    }
  }

private:
  struct Side {
    dsp::SvfState high_pass;
    double power[2] = {};
    double reduction_db = 0.0;
  };

  double level_db(std::size_t at, float x) noexcept {
    Side& side = sides_[at];
    if (filters_) {
      x = dsp::svf_tick(section_, side.high_pass, x);
    }
    if (values_.is_on(comp::param::detector)) {
      const double square = static_cast<double>(x) * static_cast<double>(x);
      side.power[1] += power_take_ * (side.power[0] - side.power[1]);
      side.power[0] += power_take_ * (square - side.power[0]);
      return 10.0 * std::log10(std::max(side.power[1], 1e-20));
    }
    return peaks_.level_db(at, x);
  }

  void derive() noexcept override {
    curve_.threshold_db = values_[comp::param::threshold];
    curve_.knee_db = values_[comp::param::knee];
    curve_.slope = values_.is_off(comp::param::ratio) ? 1.0 : 1.0 - 1.0 / values_[comp::param::ratio];
    curve_.link = values_[comp::param::link];
    const double release = frames_of(values_[comp::param::release]);
    peaks_.set_cell_frames(dsp::PeakHold::cell_frames_for(release, rate_hz_));
    const double held = values_.is_on(comp::param::detector) ? 0.0 : peaks_.hold_frames();
    attack_ = std::exp(-1.0 / frames_of(values_[comp::param::attack]));
    release_ = std::exp(-1.0 / std::max(release - held, 1.0));
    power_take_ = 1.0 - std::exp(-2.0 / frames_of(10.0));
    const bool automatic = values_.is_on(comp::param::auto_makeup);
    const double makeup_db =
        values_[comp::param::makeup] + (automatic ? 0.5 * static_reduction_db(curve_, 0.0) : 0.0);
    dry_ = 1.0 - values_[comp::param::mix];
    wet_ = values_[comp::param::mix] * dsp::gain_of_db(makeup_db);
    filters_ = !values_.is_off(comp::param::key_hpf);
    section_ = dsp::design_filter(
        {dsp::FilterShape::high_pass, values_[comp::param::key_hpf], dsp::butterworth2_q, 0.0}, rate_hz_);
  }

  dsp::CurveSettings curve_;
  dsp::SvfSection section_;
  bool filters_ = false;
  double attack_ = 0.0;
  double release_ = 0.0;
  double power_take_ = 0.0;
  double dry_ = 0.0;
  double wet_ = 1.0;
  std::array<Side, 2> sides_;
  ScalarPeaks peaks_;
};

}  // namespace omx::bench
