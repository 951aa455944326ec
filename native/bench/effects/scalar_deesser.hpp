/// omx-deesser in the plainest C++: sample by sample, with the functions of the standard library. The bench
/// compares against it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "dsp/denormals.hpp"
#include "dsp/gain_computer.hpp"
#include "dsp/svf.hpp"
#include "effect/effect.hpp"
#include "omx-deesser/deesser.hpp"

namespace omx::bench {

/// Settings act at once; there is no rest.
class ScalarDeesser final : public Effect {
public:
  ScalarDeesser() noexcept {
    for (std::uint32_t i = 0; i < deesser::param::count; ++i) {
      values_[i] = deesser::params[i].default_value;
    }
  }

  void prepare(double sample_rate_hz) override {
    rate_hz_ = sample_rate_hz;
    reset();
  }

  void reset() noexcept override {
    sides_ = {};
    cell_at_ = 0;
    cell_frame_ = 0;
    derive();
  }

  void set_param(std::uint32_t index, double value) noexcept override {
    values_[index] = value;
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    const dsp::FlushDenormals scope;
    const bool split = values_[deesser::param::mode] >= 0.5;
    const bool listen = values_[deesser::param::listen] >= 0.5;
    for (std::uint32_t i = 0; i < frames; ++i) {
      const float input[2] = {in[0][i], in[1][i]};
      float band[2];
      double wanted = 0.0;
      for (std::size_t side = 0; side < 2; ++side) {
        band[side] = dsp::svf_tick(section_, sides_[side].once, input[side]);
        wanted = std::max(wanted, static_reduction_db(curve_, level_db(sides_[side], band[side])));
      }
      const double keep = wanted > reduction_db_ ? attack_ : release_;
      reduction_db_ = wanted + keep * (reduction_db_ - wanted);
      const auto gain = static_cast<float>(std::pow(10.0, -reduction_db_ / 20.0));
      for (std::size_t side = 0; side < 2; ++side) {
        const float reduced = split ? input[side] + (gain - 1.0F) * band[side] : input[side] * gain;
        out[side][i] = listen ? band[side] : reduced;
      }
      if (++cell_frame_ == cell_frames_) {
        end_cell();
      }
    }
  }

  double tail_frames() const noexcept override { return 0.0; }
  bool asleep() const noexcept override { return false; }

private:
  static constexpr std::size_t cells = 16;

  struct Side {
    dsp::SvfState once;
    dsp::SvfState twice;
    float last_band = 0.0F;
    std::array<float, cells> peaks{};
    float cell_peak = 0.0F;
    float held_peak = 0.0F;
  };

  /// Of the band of the band, one frame late.
  double level_db(Side& side, float band) noexcept {
    const float twice = dsp::svf_tick(section_, side.twice, side.last_band);
    side.last_band = band;
    side.cell_peak = std::max(side.cell_peak, std::fabs(twice));
    const float peak = std::max(side.cell_peak, side.held_peak);
    return 20.0 * std::log10(std::max(static_cast<double>(peak), 1e-20));
  }

  void end_cell() noexcept {
    for (Side& side : sides_) {
      side.peaks[cell_at_] = side.cell_peak;
      side.cell_peak = 0.0F;
      side.held_peak = *std::max_element(side.peaks.begin(), side.peaks.end());
    }
    cell_at_ = (cell_at_ + 1) % cells;
    cell_frame_ = 0;
  }

  void derive() noexcept {
    const auto value = [&](std::uint32_t index) { return values_[index]; };
    const auto frames_of = [&](double ms) { return 0.001 * ms * rate_hz_; };
    curve_.threshold_db = value(deesser::param::threshold);
    curve_.knee_db = deesser::knee_db;
    curve_.slope = deesser::slope;
    curve_.range_db = value(deesser::param::range);
    section_ = deesser::band_section(value(deesser::param::freq), value(deesser::param::width), rate_hz_);
    const double release = frames_of(value(deesser::param::release));
    cell_frames_ = std::max(static_cast<int>(std::min(frames_of(10.0), 0.25 * release) / double(cells)), 1);
    attack_ = std::exp(-1.0 / frames_of(value(deesser::param::attack)));
    release_ = std::exp(-1.0 / std::max(release - (double(cells) + 0.5) * cell_frames_, 1.0));
  }

  double rate_hz_ = 48000.0;
  std::array<double, deesser::param::count> values_;
  dsp::CurveSettings curve_;
  dsp::SvfSection section_;
  double attack_ = 0.0;
  double release_ = 0.0;
  double reduction_db_ = 0.0;
  std::array<Side, 2> sides_;
  std::size_t cell_at_ = 0;
  int cell_frame_ = 0;
  int cell_frames_ = 1;
};

}  // namespace omx::bench
