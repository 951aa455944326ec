/// omx-drive in the plainest C++: sample by sample, with std::erf. The bench compares against it, and
/// drive_test.cpp checks that both agree.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "bench/effects/scalar_effect.hpp"
#include "dsp/decibels.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/oversampler.hpp"
#include "dsp/oversampler_kernel.hpp"
#include "dsp/svf.hpp"
#include "omx-drive/curves.hpp"
#include "omx-drive/generated/params.hpp"

namespace omx::bench {

/// The last samples, newest first.
class Past {
public:
  Past() = default;
  explicit Past(std::size_t length) : samples_(length) {}

  void push(float sample) noexcept {
    at_ = at_ == 0 ? samples_.size() - 1 : at_ - 1;
    samples_[at_] = sample;
  }
  float operator[](std::size_t age) const noexcept {
    const std::size_t i = at_ + age;
    return samples_[i < samples_.size() ? i : i - samples_.size()];
  }

private:
  std::vector<float> samples_;
  std::size_t at_ = 0;
};

/// One doubling of the rate, and one halving.
struct ScalarStage {
  const float* taps = nullptr;
  std::size_t pairs = 0;
  bool late = false;
  Past up{1};
  Past down{1};

  ScalarStage() = default;
  ScalarStage(const float* all, std::size_t count, bool odd_newest)
      : taps(all), pairs(count), late(odd_newest), up(2 * count), down(4 * count) {}

  /// The sum over the taps; every `stride`-th sample is one of theirs.
  float filtered(const Past& past, std::size_t from, std::size_t stride) const noexcept {
    float sum = 0.0F;
    for (std::size_t m = 0; m < 2 * pairs; ++m) {
      sum += taps[m < pairs ? m : 2 * pairs - 1 - m] * past[from + m * stride];
    }
    return sum;
  }
};

/// One channel up, through the curve, and down.
class ScalarOversampler {
public:
  ScalarOversampler() = default;

  explicit ScalarOversampler(int factor) : stages_(factor == 16 ? 4 : factor == 8 ? 3 : 2), last_(162) {
    const float* taps[] = {
        dsp::half_band_1.data(), dsp::half_band_2.data(), dsp::half_band_4.data(), dsp::half_band_8.data()};
    const std::size_t pairs[] = {dsp::pairs_1, dsp::pairs_2, dsp::pairs_4, dsp::pairs_8};
    std::size_t delay = 0;
    for (std::size_t s = stages_; s-- > 0;) {
      delay += (2 * pairs[s] - 1) + (s == 0 ? dsp::last_taps / 2 : 2 * pairs[s] - 1);
      stage_[s] = ScalarStage(taps[s], pairs[s], delay % 2 != 0);
      delay /= 2;
    }
  }

  template <typename Function>
  float process(float x, const Function& curve) noexcept {
    return through(0, x, curve);
  }

private:
  template <typename Function>
  float through(std::size_t s, float x, const Function& curve) noexcept {
    if (s == stages_) {
      return curve(x);
    }
    ScalarStage& stage = stage_[s];
    stage.up.push(x);
    const float even = through(s + 1, stage.filtered(stage.up, 0, 1), curve);
    const float odd = through(s + 1, stage.up[stage.pairs - 1], curve);
    Past& past = s == 0 ? last_ : stage.down;
    past.push(even);
    past.push(odd);
    const std::size_t newest = stage.late ? 0 : 1;
    if (s > 0) {
      return 0.5F * (past[newest + 2 * stage.pairs - 1] + stage.filtered(past, newest, 2));
    }
    float sum = 0.0F;
    for (std::size_t i = 0; i < dsp::last_taps; ++i) {
      sum += dsp::last_filter[i <= dsp::last_taps / 2 ? i : dsp::last_taps - 1 - i] * past[newest + i];
    }
    return sum;
  }

  std::size_t stages_ = 0;
  std::array<ScalarStage, 4> stage_;
  Past last_{1};
};

class ScalarDrive final : public ScalarEffect<drive::params> {
public:
  void prepare(double sample_rate_hz) override {
    rate_hz_ = sample_rate_hz;
    factor_ = dsp::Oversampler::factor_for(sample_rate_hz);
    latency_ = std::size_t(dsp::Oversampler(factor_).latency_frames());
    reset();
  }

  void reset() noexcept override {
    for (Side& side : sides_) {
      side = Side{};
      side.oversampler = ScalarOversampler(factor_);
      side.dry = Past(latency_ + 1);
      side.untouched = Past(latency_ + 1);
    }
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    const auto curve = static_cast<drive::Curve>(values_.whole(drive::param::curve));
    const auto mix = float(values_[drive::param::mix]);
    for (std::uint32_t i = 0; i < frames; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        Side& side = sides_[c];
        const float x = in[c][i];
        const float driven = dsp::svf_tick(band_, side.band, x);
        float y = driven;
        for (std::size_t s = 0; s < pre_.size(); ++s) {
          y = dsp::svf_tick(pre_[s], side.pre[s], y);
        }
        y = side.oversampler.process(y * pre_gain_, [&](float v) { return bent(curve, v); });
        for (std::size_t s = 0; s < post_.size(); ++s) {
          y = dsp::svf_tick(post_[s], side.post[s], y);
        }
        side.dry.push(x);
        side.untouched.push(cuts_ ? x - driven : 0.0F);
        const float wet = y * post_gain_ + side.untouched[latency_];
        out[c][i] = output_ * ((1.0F - mix) * side.dry[latency_] + mix * wet);
      }
    }
  }

  std::uint32_t latency_frames() const noexcept override { return std::uint32_t(latency_); }

private:
  struct Side {
    ScalarOversampler oversampler;
    Past dry{1};
    Past untouched{1};
    dsp::SvfState band;
    std::array<dsp::SvfState, 2> pre;
    std::array<dsp::SvfState, 4> post;
  };

  static float bent(drive::Curve curve, float x) noexcept {
    constexpr float half_root_pi = 0.8862269F;
    const auto s = [](float v) { return std::erf(half_root_pi * v); };
    switch (curve) {
    case drive::Curve::soft:
      return s(x);
    case drive::Curve::tape:
      return 0.5F * s(x) + s(0.5F * x);
    case drive::Curve::tube:
      return (s(x + drive::tube_bias) - s(drive::tube_bias)) * drive::tube_scale;
    case drive::Curve::exciter:
      break;
    }
    return s(x) + 0.5F * s(x) * s(x);
  }

  void derive() noexcept override {
    using dsp::FilterShape;
    namespace param = drive::param;
    const auto design = [&](bool on, FilterShape shape, double hz, double q, double db) {
      return on ? dsp::design_filter({shape, hz, q, db}, rate_hz_) : dsp::SvfSection{};
    };
    const int band = values_.whole(param::band);
    const int curve = values_.whole(param::curve);
    const double split = values_[param::split];
    const double tilt = values_[param::tilt];
    const double tone = values_[param::tone];
    cuts_ = band == 1 || band == 2;
    band_ = design(
        cuts_, band == 2 ? FilterShape::high_pass : FilterShape::low_pass, split, dsp::butterworth2_q, 0.0);
    pre_ = {
        design(band == 3, FilterShape::high_shelf, split, 0.5, 2.0 * tilt),
        design(curve == 1, FilterShape::high_shelf, 3000.0, dsp::butterworth2_q, 6.0)};
    post_ = {
        design(band == 3, FilterShape::high_shelf, split, 0.5, -2.0 * tilt),
        design(curve == 1, FilterShape::high_shelf, 3000.0, dsp::butterworth2_q, -6.0),
        design(!values_.is_off(param::tone), FilterShape::low_pass, tone, dsp::butterworth2_q, 0.0),
        design(curve >= 2, FilterShape::high_pass, 5.0, dsp::butterworth2_q, 0.0)};
    const double gain = dsp::gain_of_db(values_[param::drive]);
    const double lift = band == 3 ? dsp::gain_of_db(tilt) : 1.0;
    const double made_up =
        values_.is_on(param::auto_gain) ? drive::auto_gain(static_cast<drive::Curve>(curve), gain) : 1.0;
    pre_gain_ = float(gain / lift);
    post_gain_ = float(made_up * lift);
    output_ = float(dsp::gain_of_db(values_[param::output]));
  }

  int factor_ = 16;
  std::size_t latency_ = 0;
  std::array<Side, 2> sides_;
  dsp::SvfSection band_;
  std::array<dsp::SvfSection, 2> pre_;
  std::array<dsp::SvfSection, 4> post_;
  bool cuts_ = false;
  float pre_gain_ = 1.0F;
  float post_gain_ = 1.0F;
  float output_ = 1.0F;
};

}  // namespace omx::bench
