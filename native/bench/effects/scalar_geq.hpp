/// omx-geq in the plainest C++: sample by sample, band by band. The bench compares against it.
#pragma once

#include <array>
#include <cstdint>

#include "bench/effects/scalar_effect.hpp"
#include "dsp/decibels.hpp"
#include "dsp/denormals.hpp"
#include "dsp/svf.hpp"
#include "omx-geq/band_table.hpp"
#include "omx-geq/generated/params.hpp"

namespace omx::bench {

class ScalarGeq final : public ScalarEffect<geq::params> {
public:
  void prepare(double sample_rate_hz) override {
    table_ = geq::BandTable::of_rate(sample_rate_hz);
    low_bands_ = 0;
    while (low_bands_ < geq::bands &&
           geq::band_frequency_hz(static_cast<int>(low_bands_)) < 0.001 * sample_rate_hz) {
      ++low_bands_;
    }
    reset();
  }

  void reset() noexcept override {
    low_states_ = {};
    states_ = {};
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    const dsp::FlushDenormals scope;
    for (std::uint32_t i = 0; i < frames; ++i) {
      for (std::size_t side = 0; side < 2; ++side) {
        auto low = static_cast<double>(in[side][i]);
        for (std::size_t band = 0; band < low_bands_; ++band) {
          low = dsp::svf_tick(sections_[band], low_states_[side][band], low);
        }
        auto sample = static_cast<float>(low);
        for (std::size_t band = low_bands_; band < geq::bands; ++band) {
          sample = dsp::svf_tick(sections_[band], states_[side][band], sample);
        }
        out[side][i] = sample * gain_;
      }
    }
  }

private:
  void derive() noexcept override {
    if (table_ == nullptr) {
      return;
    }
    geq::BandGains wanted_db;
    for (std::uint32_t band = 0; band < geq::bands; ++band) {
      wanted_db[band] = values_[geq::param::band_20 + band];
    }
    const geq::BandGains gains_db = table_->solve(wanted_db);
    for (int band = 0; band < table_->active_bands(); ++band) {
      const auto at = static_cast<std::size_t>(band);
      sections_[at] = table_->section(band, gains_db[at]);
    }
    gain_ = static_cast<float>(dsp::gain_of_db(values_[geq::param::gain]));
  }

  std::shared_ptr<const geq::BandTable> table_;
  std::array<dsp::SvfSection, geq::bands> sections_;
  std::array<std::array<dsp::SvfStateOf<double>, geq::bands>, 2> low_states_{};
  std::array<std::array<dsp::SvfState, geq::bands>, 2> states_{};
  std::size_t low_bands_ = 0;
  float gain_ = 1.0F;
};

}  // namespace omx::bench
