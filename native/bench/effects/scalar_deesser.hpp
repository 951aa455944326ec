/// omx-deesser in the plainest C++: sample by sample, with the functions of the standard library. The bench
/// compares against it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "bench/effects/scalar_effect.hpp"
#include "bench/effects/scalar_peaks.hpp"
#include "dsp/decibels.hpp"
#include "dsp/denormals.hpp"
#include "dsp/gain_computer.hpp"
#include "dsp/svf.hpp"
#include "omx-deesser/deesser.hpp"

namespace omx::bench {

class ScalarDeesser final : public ScalarEffect<deesser::params> {
public:
  void reset() noexcept override {
    sides_ = {};
    peaks_.clear();
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    const dsp::FlushDenormals scope;
    const bool split = values_.is_on(deesser::param::mode);
    const bool listen = values_.is_on(deesser::param::listen);
    for (std::uint32_t i = 0; i < frames; ++i) {
      const float input[2] = {in[0][i], in[1][i]};
      float band[2];
      double wanted = 0.0;
      for (std::size_t side = 0; side < 2; ++side) {
        band[side] = dsp::svf_tick(section_, sides_[side].once, input[side]);
        wanted = std::max(wanted, static_reduction_db(curve_, level_db(side, band[side])));
      }
      const double keep = wanted > reduction_db_ ? attack_ : release_;
      reduction_db_ = wanted + keep * (reduction_db_ - wanted);
      const auto gain = static_cast<float>(dsp::gain_of_db(-reduction_db_));
      for (std::size_t side = 0; side < 2; ++side) {
        const float reduced = split ? input[side] + (gain - 1.0F) * band[side] : input[side] * gain;
        out[side][i] = listen ? band[side] : reduced;
      }
      peaks_.end_frame();
    }
  }

private:
  struct Side {
    dsp::SvfState once;
    dsp::SvfState twice;
    float last_band = 0.0F;
  };

  /// Of the band of the band, one frame late.
  double level_db(std::size_t at, float band) noexcept {
    Side& side = sides_[at];
    const float twice = dsp::svf_tick(section_, side.twice, side.last_band);
    side.last_band = band;
    return peaks_.level_db(at, twice);
  }

  void derive() noexcept override {
    curve_.threshold_db = values_[deesser::param::threshold];
    curve_.knee_db = deesser::knee_db;
    curve_.slope = deesser::slope;
    curve_.range_db = values_[deesser::param::range];
    section_ = deesser::band_section(values_[deesser::param::freq], values_[deesser::param::width], rate_hz_);
    const double release = frames_of(values_[deesser::param::release]);
    peaks_.set_cell_frames(dsp::PeakHold::cell_frames_for(release, rate_hz_));
    attack_ = std::exp(-1.0 / frames_of(values_[deesser::param::attack]));
    release_ = std::exp(-1.0 / std::max(release - peaks_.hold_frames(), 1.0));
  }

  dsp::CurveSettings curve_;
  dsp::SvfSection section_;
  double attack_ = 0.0;
  double release_ = 0.0;
  double reduction_db_ = 0.0;
  std::array<Side, 2> sides_;
  ScalarPeaks peaks_;
};

}  // namespace omx::bench
