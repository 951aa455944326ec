/// omx-eq8 in the plainest C++: sample by sample, section by section. The bench compares against it.
#pragma once

#include <array>
#include <cstdint>

#include "bench/effects/scalar_effect.hpp"
#include "dsp/decibels.hpp"
#include "dsp/denormals.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/svf.hpp"
#include "omx-eq8/generated/params.hpp"

namespace omx::bench {

/// Only sections that do something are run.
class ScalarEq8 final : public ScalarEffect<eq8::params> {
public:
  void reset() noexcept override {
    states_ = {};
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
    if (!values_.is_on(corner + 1)) {
      add({shape, hz, dsp::butterworth2_q, 0.0});
    } else {
      add({shape, hz, dsp::butterworth4_q[0], 0.0});
      add({shape, hz, dsp::butterworth4_q[1], 0.0});
    }
  }

  void derive() noexcept override {
    constexpr dsp::FilterShape shapes[] = {
        dsp::FilterShape::bell, dsp::FilterShape::low_shelf, dsp::FilterShape::high_shelf,
        dsp::FilterShape::notch, dsp::FilterShape::all_pass};
    count_ = 0;
    add_pass(dsp::FilterShape::high_pass, eq8::param::hpf);
    for (std::uint32_t on = eq8::param::b1_on; on < eq8::param::count; on += 5) {
      if (values_.is_on(on)) {
        add({shapes[values_.whole(on + 1)], values_[on + 2], values_[on + 4], values_[on + 3]});
      }
    }
    add_pass(dsp::FilterShape::low_pass, eq8::param::lpf);
    gain_ = static_cast<float>(dsp::gain_of_db(values_[eq8::param::gain]));
  }

  std::array<dsp::SvfSection, most> sections_;
  std::array<std::array<dsp::SvfState, most>, 2> states_{};
  std::size_t count_ = 0;
  float gain_ = 1.0F;
};

}  // namespace omx::bench
