#include "omx-geq/geq.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/block.hpp"
#include "dsp/decibels.hpp"
#include "dsp/denormals.hpp"
#include "dsp/matched_filters.hpp"

namespace omx::geq {

namespace {

constexpr int max_part_frames = RestWatch::grid_frames;

/// Levels below this are no sound: -180 dB.
constexpr float silence_level = 1e-9F;

/// A bell with less gain is left out.
constexpr double least_gain_db = 0.01;

/// Bands below this share of the rate run in double precision: see SvfCascadeOf.
constexpr double low_share = 0.001;

}  // namespace

void Geq::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  table_ = BandTable::of_rate(sample_rate_hz);
  low_bands_ = 0;
  while (low_bands_ < dsp::max_sections && band_frequency_hz(low_bands_) < low_share * sample_rate_hz) {
    ++low_bands_;
  }
  low_ = dsp::SvfCascadeDouble();
  high_.fill(dsp::SvfCascade());
  targets_.fill(dsp::SvfSection());
  bands_changed_ = true;
  gain_changed_ = true;
  reset();
}

void Geq::reset() noexcept {
  rest();
  watch_.reset();
  apply_changes();
}

/// Nothing is heard: changes need no ramp from here on.
void Geq::rest() noexcept {
  asleep_ = true;
  low_.finish_ramps();
  low_.clear();
  for (dsp::SvfCascade& cascade : high_) {
    cascade.finish_ramps();
    cascade.clear();
  }
  gain_.finish();
}

void Geq::set_param(std::uint32_t index, double value) noexcept {
  if (!values_.set(index, value)) {
    return;
  }
  (index == param::gain ? gain_changed_ : bands_changed_) = true;
}

void Geq::apply_changes() noexcept {
  const double ramp_s = 0.001 * static_cast<double>(params[param::gain].smoothing_ms);
  const int ramp_frames = asleep_ ? 0 : static_cast<int>(ramp_s * sample_rate_hz_);
  if (bands_changed_ && table_ != nullptr) {
    apply_bands(ramp_frames);
    bands_changed_ = false;
  }
  if (gain_changed_) {
    gain_.aim(static_cast<float>(dsp::gain_of_db(values_[param::gain])), ramp_frames);
    gain_changed_ = false;
  }
}

void Geq::apply_bands(int ramp_frames) noexcept {
  BandGains wanted_db;
  for (std::uint32_t band = 0; band < bands; ++band) {
    wanted_db[band] = values_[param::band_20 + band];
  }
  const BandGains gains_db = table_->solve(wanted_db);
  int slowest = -1;
  for (int band = 0; band < table_->active_bands(); ++band) {
    const double gain_db = gains_db[static_cast<std::size_t>(band)];
    const bool flat = std::fabs(gain_db) < least_gain_db;
    const dsp::SvfSection target = table_->section(band, flat ? 0.0 : gain_db);
    slowest = slowest < 0 && !flat ? band : slowest;
    dsp::SvfSection& known = targets_[static_cast<std::size_t>(band)];
    if (!(target == known)) {
      known = target;
      set_section(band, target, ramp_frames);
    }
  }
  tail_frames_ =
      slowest < 0 ? 0.0 : 1.5 * dsp::decay_frames(targets_[static_cast<std::size_t>(slowest)], 120.0);
}

void Geq::set_section(int band, const dsp::SvfSection& target, int ramp_frames) noexcept {
  if (band < low_bands_) {
    low_.set_section(band, target, ramp_frames);
    return;
  }
  const int place = band - low_bands_;
  high_[static_cast<std::size_t>(place / dsp::max_sections)].set_section(
      place % dsp::max_sections, target, ramp_frames);
}

void Geq::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
  const dsp::FlushDenormals scope;
  apply_changes();
  const auto play = [&](std::uint32_t at, int part) {
    const int sounding = dsp::sounding_frames(in[0] + at, in[1] + at, part);
    asleep_ = asleep_ && sounding == 0;
    if (asleep_) {
      dsp::silence(out[0] + at, out[1] + at, part);
    } else {
      dsp::through_interleaved<max_part_frames>(
          out[0] + at, out[1] + at, in[0] + at, in[1] + at, part, gain_,
          [&](float* io) { filter(io, part); });
    }
    return sounding;
  };
  watch_.in_parts(frames, max_part_frames, play, [&] {
    if (watch_.silent_frames() >= RestWatch::grid_frames && quiet()) {
      rest();
    }
  });
}

void Geq::filter(float* io, int frames) noexcept {
  low_.process(io, frames);
  for (dsp::SvfCascade& cascade : high_) {
    cascade.process(io, frames);
  }
}

bool Geq::quiet() const noexcept {
  return low_.quieter_than(silence_level) &&
         std::all_of(high_.begin(), high_.end(), [](const dsp::SvfCascade& cascade) {
           return cascade.quieter_than(silence_level);
         });
}

}  // namespace omx::geq
