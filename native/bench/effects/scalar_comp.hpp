/// omx-comp in the plainest C++: sample by sample, with the functions of the standard library. The bench
/// compares against it, and comp_test.cpp checks that both agree.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "dsp/gain_computer.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/svf.hpp"
#include "effect/effect.hpp"
#include "omx-comp/generated/params.hpp"

namespace omx::bench {

/// Settings act at once; there is no rest.
class ScalarComp final : public Effect {
public:
  ScalarComp() noexcept {
    for (std::uint32_t i = 0; i < comp::param::count; ++i) {
      values_[i] = comp::params[i].default_value;
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
    const float* const* key = values_[comp::param::key] >= 0.5 ? in + 2 : in;
    for (std::uint32_t i = 0; i < frames; ++i) {
      const float dry[2] = {in[0][i], in[1][i]};
      double wanted[2];
      for (std::size_t side = 0; side < 2; ++side) {
        wanted[side] = static_reduction_db(curve_, level_db(sides_[side], key[side][i]));
      }
      const double both = std::max(wanted[0], wanted[1]);
      for (std::size_t side = 0; side < 2; ++side) {
        double& reduction = sides_[side].reduction_db;
        const double target = wanted[side] + curve_.link * (both - wanted[side]);
        const double keep = target > reduction ? attack_ : release_;
        reduction = target + keep * (reduction - target);
        const double gain = std::pow(10.0, -reduction / 20.0);
        out[side][i] = dry[side] * static_cast<float>(dry_ + wet_ * gain);
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
    dsp::SvfState high_pass;
    std::array<float, cells> peaks{};
    float cell_peak = 0.0F;
    float held_peak = 0.0F;
    double power[2] = {};
    double reduction_db = 0.0;
  };

  double level_db(Side& side, float x) noexcept {
    if (filters_) {
      x = dsp::svf_tick(section_, side.high_pass, x);
    }
    if (values_[comp::param::detector] >= 0.5) {
      const double square = static_cast<double>(x) * static_cast<double>(x);
      side.power[1] += power_take_ * (side.power[0] - side.power[1]);
      side.power[0] += power_take_ * (square - side.power[0]);
      return 10.0 * std::log10(std::max(side.power[1], 1e-20));
    }
    side.cell_peak = std::max(side.cell_peak, std::fabs(x));
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
    const double ratio = value(comp::param::ratio);
    curve_.threshold_db = value(comp::param::threshold);
    curve_.knee_db = value(comp::param::knee);
    curve_.slope = comp::params[comp::param::ratio].is_off(ratio) ? 1.0 : 1.0 - 1.0 / ratio;
    curve_.link = value(comp::param::link);
    const double release = frames_of(value(comp::param::release));
    cell_frames_ = std::max(static_cast<int>(std::min(frames_of(10.0), 0.25 * release) / double(cells)), 1);
    const double held = value(comp::param::detector) >= 0.5 ? 0.0 : (double(cells) + 0.5) * cell_frames_;
    attack_ = std::exp(-1.0 / frames_of(value(comp::param::attack)));
    release_ = std::exp(-1.0 / std::max(release - held, 1.0));
    power_take_ = 1.0 - std::exp(-2.0 / frames_of(10.0));
    const bool automatic = value(comp::param::auto_makeup) >= 0.5;
    const double makeup_db =
        value(comp::param::makeup) + (automatic ? 0.5 * static_reduction_db(curve_, 0.0) : 0.0);
    dry_ = 1.0 - value(comp::param::mix);
    wet_ = value(comp::param::mix) * std::pow(10.0, makeup_db / 20.0);
    const double corner_hz = value(comp::param::key_hpf);
    filters_ = !comp::params[comp::param::key_hpf].is_off(corner_hz);
    section_ = dsp::design_filter({dsp::FilterShape::high_pass, corner_hz, std::sqrt(0.5), 0.0}, rate_hz_);
  }

  double rate_hz_ = 48000.0;
  std::array<double, comp::param::count> values_;
  dsp::CurveSettings curve_;
  dsp::SvfSection section_;
  bool filters_ = false;
  double attack_ = 0.0;
  double release_ = 0.0;
  double power_take_ = 0.0;
  double dry_ = 0.0;
  double wet_ = 1.0;
  std::array<Side, 2> sides_;
  std::size_t cell_at_ = 0;
  int cell_frame_ = 0;
  int cell_frames_ = 1;
};

}  // namespace omx::bench
