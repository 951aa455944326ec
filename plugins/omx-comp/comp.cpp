#include "omx-comp/comp.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/block.hpp"
#include "dsp/decibels.hpp"
#include "dsp/denormals.hpp"
#include "dsp/matched_filters.hpp"

namespace omx::comp {

namespace {

/// Frames that are worked on at once.
constexpr int max_part_frames = 256;

/// A reduction below this, in octaves, is none: 0.006 dB.
constexpr double rest_level = 0.001;

/// The averaging time of the RMS detector.
constexpr double mean_ms = 10.0;

constexpr std::uint32_t curve_params = bit(param::threshold) | bit(param::ratio) | bit(param::knee) |
                                       bit(param::makeup) | bit(param::auto_makeup) | bit(param::mix) |
                                       bit(param::link);
constexpr std::uint32_t time_params = bit(param::attack) | bit(param::release) | bit(param::detector);

}  // namespace

void Comp::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  power_.set_time_frames(frames_of(mean_ms));
  reset();
}

void Comp::reset() noexcept {
  asleep_ = true;
  changed_ = ~0U;
  apply_changes();
  rest();
  watch_.reset();
}

/// Nothing is heard: changes need no ramp from here on.
void Comp::rest() noexcept {
  asleep_ = true;
  high_pass_.finish_ramps();
  high_pass_.clear();
  peak_.clear();
  power_.clear();
  computer_.finish_ramps();
  ballistics_.clear();
  dry_.finish();
  wet_.finish();
  reduction_ = 0.0F;
}

void Comp::set_param(std::uint32_t index, double value) noexcept {
  if (values_.set(index, value)) {
    changed_ |= bit(index);
  }
}

dsp::CurveSettings Comp::curve_settings() const noexcept {
  const double ratio = values_[param::ratio];
  const double slope = params[param::ratio].is_off(ratio) ? 1.0 : 1.0 - 1.0 / ratio;
  return {
      .threshold_db = values_[param::threshold],
      .knee_db = values_[param::knee],
      .slope = slope,
      .link = values_[param::link]};
}

void Comp::apply_changes() noexcept {
  if (changed_ == 0) {
    return;
  }
  const double ramp_ms = static_cast<double>(params[param::threshold].smoothing_ms);
  const int ramp_frames = asleep_ ? 0 : static_cast<int>(frames_of(ramp_ms));
  if ((changed_ & curve_params) != 0) {
    apply_curve(ramp_frames);
  }
  if ((changed_ & time_params) != 0) {
    apply_times();
    switch_detector();
  }
  if ((changed_ & bit(param::key_hpf)) != 0) {
    apply_high_pass(ramp_frames);
  }
  changed_ = 0;
}

void Comp::apply_curve(int ramp_frames) noexcept {
  const dsp::CurveSettings curve = curve_settings();
  computer_.aim(curve, ramp_frames);
  const bool automatic = values_.is_on(param::auto_makeup);
  const double makeup_db =
      values_[param::makeup] + (automatic ? 0.5 * dsp::static_reduction_db(curve, 0.0) : 0.0);
  const auto mix = static_cast<float>(values_[param::mix]);
  dry_.aim(1.0F - mix, ramp_frames);
  wet_.aim(mix * static_cast<float>(dsp::gain_of_db(makeup_db)), ramp_frames);
}

/// What peaks are held for is part of the release.
void Comp::apply_times() noexcept {
  const double release = frames_of(values_[param::release]);
  peak_.set_cell_frames(dsp::PeakHold::cell_frames_for(release, sample_rate_hz_));
  const bool power = values_.is_on(param::detector);
  const double held = power ? 0.0 : peak_.hold_frames();
  ballistics_.set_times(frames_of(values_[param::attack]), std::max(release - held, 1.0));
  tail_frames_ = frames_of(mean_ms) + peak_.hold_frames() + 5.0 * release;
  if (asleep_) {
    peak_.clear();  // begins a cell of the new size
  }
}

void Comp::apply_high_pass(int ramp_frames) noexcept {
  const double corner_hz = values_[param::key_hpf];
  const dsp::SvfSection section =
      dsp::design_filter({dsp::FilterShape::high_pass, corner_hz, dsp::butterworth2_q, 0.0}, sample_rate_hz_);
  high_pass_.set_section(
      0, params[param::key_hpf].is_off(corner_hz) ? section.passing() : section, ramp_frames);
}

/// Hands the level on from one detector to the other, for a sine: its power is half of its peak squared.
void Comp::switch_detector() noexcept {
  const bool power = values_.is_on(param::detector);
  if (power == measures_power_) {
    return;
  }
  measures_power_ = power;
  if (power) {
    const float left = peak_.level(0);
    const float right = peak_.level(1);
    power_.start_from(0.5F * left * left, 0.5F * right * right);
  } else {
    peak_.start_from(std::sqrt(2.0F * power_.level(0)), std::sqrt(2.0F * power_.level(1)));
  }
}

void Comp::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
  const dsp::FlushDenormals scope;
  apply_changes();
  reduction_ = 0.0F;
  const float* const* key = keyed() ? in + 2 : in;
  const auto play = [&](std::uint32_t at, int part_frames) {
    const Part part{
        {in[0] + at, in[1] + at}, {key[0] + at, key[1] + at}, {out[0] + at, out[1] + at}, part_frames};
    int sounding = dsp::sounding_frames(part.in[0], part.in[1], part_frames);
    if (keyed()) {
      sounding = std::max(sounding, dsp::sounding_frames(part.key[0], part.key[1], part_frames));
    }
    process_part(part, wake(part, sounding));
    return sounding;
  };
  watch_.in_parts(frames, max_part_frames, play, [&] {
    if (watch_.silent_frames() >= RestWatch::grid_frames && ballistics_.level() < rest_level) {
      rest();
    }
  });
}

/// While asleep, plays silence up to the first sound, so that everything begins there for every block size.
/// Returns where that is.
int Comp::wake(const Part& part, int sounding) noexcept {
  if (!asleep_) {
    return 0;
  }
  int from = part.frames;
  if (sounding > 0) {
    asleep_ = false;
    from = std::min(
        dsp::silent_frames(part.in[0], part.in[1], part.frames),
        dsp::silent_frames(part.key[0], part.key[1], part.frames));
  }
  dsp::silence(part.out[0], part.out[1], from);
  return from;
}

void Comp::process_part(const Part& part, int from) noexcept {
  const int frames = part.frames - from;
  if (frames == 0) {
    return;
  }
  alignas(32) float io[2 * max_part_frames];
  alignas(32) float key[2 * max_part_frames + 8];
  dsp::interleave_guarded(io, part.in[0] + from, part.in[1] + from, frames);
  dsp::interleave_guarded(key, part.key[0] + from, part.key[1] + from, frames);
  high_pass_.process(key, frames);
  using Level = dsp::GainComputer::Level;
  if (measures_power_) {
    power_.process(key, key, frames);
  } else {
    peak_.process(key, key, frames);
  }
  computer_.process(key, frames, measures_power_ ? Level::power : Level::amplitude);
  ballistics_.process(key, frames);
  reduction_ = std::max(reduction_, dsp::apply_reductions(io, key, frames, dry_, wet_));
  dsp::LinearRamp unity(1.0F);
  dsp::deinterleave(part.out[0] + from, part.out[1] + from, io, frames, unity);
}

float Comp::meter(std::uint32_t /*index*/) const noexcept {
  const auto lowest = static_cast<float>(meters[meter::reduction].min_value);
  return std::max(-static_cast<float>(dsp::db_per_octave) * reduction_, lowest);
}

}  // namespace omx::comp
