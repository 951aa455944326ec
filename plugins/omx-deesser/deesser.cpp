#include "omx-deesser/deesser.hpp"

#include <algorithm>

#include "dsp/block.hpp"
#include "dsp/denormals.hpp"

namespace omx::deesser {

namespace {

/// Frames that are worked on at once.
constexpr int max_part_frames = 256;

/// A reduction below this, in octaves, is none: 0.006 dB. Levels below the other are no sound: -180 dB.
constexpr double rest_level = 0.001;
constexpr float silence_level = 1e-9F;

/// What is heard of input x, band b and the gain of now: x with the gain, or with the gain on its band.
template <typename Value>
[[gnu::always_inline]] inline void
mix_at(Value& x, const Value& b, const Value& gain, float split, float listen) noexcept {
  const Value reduced = x + (gain - 1.0F) * (x + split * (b - x));
  x = reduced + listen * (b - reduced);
}

}  // namespace

void Deesser::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  reset();
}

void Deesser::reset() noexcept {
  asleep_ = true;
  changed_ = ~0U;
  apply_changes();
  rest();
  watch_.reset();
}

/// Nothing is heard: changes need no ramp from here on.
void Deesser::rest() noexcept {
  asleep_ = true;
  band_.finish_ramp();
  band_.clear();
  peak_.clear();
  computer_.finish_ramps();
  ballistics_.clear();
  split_.finish();
  listen_.finish();
  reduction_ = 0.0F;
}

void Deesser::set_param(std::uint32_t index, double value) noexcept {
  if (values_.set(index, value)) {
    changed_ |= bit(index);
  }
}

void Deesser::apply_changes() noexcept {
  if (changed_ == 0) {
    return;
  }
  const double ramp_ms = static_cast<double>(params[param::threshold].smoothing_ms);
  const int ramp_frames = asleep_ ? 0 : static_cast<int>(frames_of(ramp_ms));
  if ((changed_ & (bit(param::threshold) | bit(param::range))) != 0) {
    computer_.aim(
        {.threshold_db = values_[param::threshold],
         .knee_db = knee_db,
         .slope = slope,
         .range_db = values_[param::range]},
        ramp_frames);
  }
  if ((changed_ & (bit(param::freq) | bit(param::width))) != 0) {
    const dsp::SvfSection section =
        band_section(values_[param::freq], values_[param::width], sample_rate_hz_);
    band_.aim(section, ramp_frames);
    band_tail_frames_ = dsp::decay_frames(section, 120.0);
  }
  if ((changed_ & bit(param::mode)) != 0) {
    split_.aim(static_cast<float>(values_[param::mode]), ramp_frames);
  }
  if ((changed_ & bit(param::listen)) != 0) {
    listen_.aim(static_cast<float>(values_[param::listen]), ramp_frames);
  }
  apply_times();
  changed_ = 0;
}

/// What peaks are held for is part of the release.
void Deesser::apply_times() noexcept {
  const double release = frames_of(values_[param::release]);
  peak_.set_cell_frames(dsp::PeakHold::cell_frames_for(release, sample_rate_hz_));
  ballistics_.set_times(frames_of(values_[param::attack]), std::max(release - peak_.hold_frames(), 1.0));
  tail_frames_ = 2.0 * band_tail_frames_ + peak_.hold_frames() + 5.0 * release;
  if (asleep_) {
    peak_.clear();  // begins a cell of the new size
  }
}

void Deesser::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
  const dsp::FlushDenormals scope;
  apply_changes();
  reduction_ = 0.0F;
  const auto play = [&](std::uint32_t at, int part) {
    const int sounding = dsp::sounding_frames(in[0] + at, in[1] + at, part);
    const int from = asleep_ ? wake(in[0] + at, in[1] + at, out[0] + at, out[1] + at, part) : 0;
    at += static_cast<std::uint32_t>(from);
    process_part(in[0] + at, in[1] + at, out[0] + at, out[1] + at, part - from);
    return sounding;
  };
  watch_.in_parts(frames, max_part_frames, play, [&] {
    if (watch_.silent_frames() >= RestWatch::grid_frames && ballistics_.level() < rest_level &&
        band_.quieter_than(silence_level)) {
      rest();
    }
  });
}

/// Plays silence up to the first sound, so that everything begins there for every block size. Returns where
/// that is.
int Deesser::wake(
    const float* left, const float* right, float* out_left, float* out_right, int frames) noexcept {
  const int silent = dsp::silent_frames(left, right, frames);
  asleep_ = silent == frames;
  dsp::silence(out_left, out_right, silent);
  return silent;
}

void Deesser::process_part(
    const float* left, const float* right, float* out_left, float* out_right, int frames) noexcept {
  if (frames <= 0) {
    return;
  }
  alignas(32) float io[2 * max_part_frames] = {};
  alignas(32) float band[2 * max_part_frames];
  alignas(32) float gains[2 * max_part_frames + 8];
  dsp::interleave_guarded(io, left, right, frames);
  band_.process(band, gains, io, frames);
  peak_.process(gains, gains, frames);
  computer_.process(gains, frames, dsp::GainComputer::Level::amplitude);
  ballistics_.process(gains, frames);
  reduction_ = std::max(reduction_, dsp::gains_of_reductions(gains, frames));
  mix(io, band, gains, frames);
  dsp::LinearRamp unity(1.0F);
  dsp::deinterleave(out_left, out_right, io, frames, unity);
}

void Deesser::mix(float* io, const float* band, const float* gains, int frames) noexcept {
  int i = 0;
  for (; i < frames && (split_.moving() || listen_.moving()); ++i) {
    const float split = split_.next();
    const float listen = listen_.next();
    mix_at(io[2 * i], band[2 * i], gains[2 * i], split, listen);
    mix_at(io[2 * i + 1], band[2 * i + 1], gains[2 * i + 1], split, listen);
  }
  const float split = split_.value();
  const float listen = listen_.value();
  i *= 2;
  for (; i + 4 <= 2 * frames; i += 4) {
    dsp::Simd<4>::Float x;
    dsp::Simd<4>::Float b;
    dsp::Simd<4>::Float gain;
    dsp::load(x, io + i);
    dsp::load(b, band + i);
    dsp::load(gain, gains + i);
    mix_at(x, b, gain, split, listen);
    dsp::store(io + i, x);
  }
  for (; i < 2 * frames; ++i) {
    mix_at(io[i], band[i], gains[i], split, listen);
  }
}

float Deesser::meter(std::uint32_t /*index*/) const noexcept {
  const auto lowest = static_cast<float>(meters[meter::reduction].min_value);
  return std::max(-static_cast<float>(dsp::db_per_octave) * reduction_, lowest);
}

}  // namespace omx::deesser
