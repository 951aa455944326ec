/// omx-eq8 in the plainest C++: sample by sample, section by section. The bench compares against it.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "dsp/denormals.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/svf.hpp"
#include "effect/effect.hpp"
#include "omx-eq8/generated/params.hpp"

namespace omx::bench {

/// Settings act at once; there is no rest. Only sections that do something are run.
class ScalarEq8 final : public Effect {
public:
  ScalarEq8() noexcept {
    for (std::uint32_t i = 0; i < eq8::param::count; ++i) {
      values_[i] = eq8::params[i].default_value;
    }
  }

  void prepare(double sample_rate_hz) override {
    rate_hz_ = sample_rate_hz;
    reset();
  }

  void reset() noexcept override {
    states_ = {};
    derive();
  }

  void set_param(std::uint32_t index, double value) noexcept override {
    values_[index] = value;
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    const dsp::FlushDenormals scope;
    for (std::uint32_t i = 0; i < frames; ++i) {
      for (std::size_t side = 0; side < 2; ++side) {
        float sample = in[side][i];
        for (std::size_t section = 0; section < count_; ++section) {
          sample = dsp::svf_tick(sections_[section], states_[side][section], sample);
        }
        out[side][i] = sample * gain_;
      }
    }
  }

  double tail_frames() const noexcept override { return 0.0; }
  bool asleep() const noexcept override { return false; }

private:
  static constexpr std::size_t most = 12;

  void add(const dsp::FilterSpec& spec) noexcept {
    const dsp::SvfSection section = dsp::design_filter(spec, rate_hz_);
    if (!section.passes()) {
      sections_[count_++] = section;
    }
  }

  void add_pass(dsp::FilterShape shape, std::uint32_t corner) noexcept {
    const double hz = values_[corner];
    if (eq8::params[corner].is_off(hz)) {
      return;
    }
    if (values_[corner + 1] < 0.5) {
      add({shape, hz, std::sqrt(0.5), 0.0});
    } else {
      add({shape, hz, dsp::butterworth4_q[0], 0.0});
      add({shape, hz, dsp::butterworth4_q[1], 0.0});
    }
  }

  void derive() noexcept {
    constexpr dsp::FilterShape shapes[] = {
        dsp::FilterShape::bell, dsp::FilterShape::low_shelf, dsp::FilterShape::high_shelf,
        dsp::FilterShape::notch, dsp::FilterShape::all_pass};
    count_ = 0;
    add_pass(dsp::FilterShape::high_pass, eq8::param::hpf);
    for (std::uint32_t on = eq8::param::b1_on; on < eq8::param::count; on += 5) {
      if (values_[on] >= 0.5) {
        add({shapes[static_cast<int>(values_[on + 1])], values_[on + 2], values_[on + 4], values_[on + 3]});
      }
    }
    add_pass(dsp::FilterShape::low_pass, eq8::param::lpf);
    gain_ = static_cast<float>(std::pow(10.0, values_[eq8::param::gain] / 20.0));
  }

  double rate_hz_ = 48000.0;
  std::array<double, eq8::param::count> values_;
  std::array<dsp::SvfSection, most> sections_;
  std::array<std::array<dsp::SvfState, most>, 2> states_{};
  std::size_t count_ = 0;
  float gain_ = 1.0F;
};

}  // namespace omx::bench
