#include "omx-chorus/chorus.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/denormals.hpp"
#include "dsp/dry_wet.hpp"
#include "dsp/matched_filters.hpp"
#include "effect/sweep_dials.hpp"

namespace omx::chorus {

namespace {

/// Levels below this are no sound: -180 dB.
constexpr float silence_level = 1e-9F;

constexpr SweepDials sweep_dials{param::voices, param::rate,  param::depth,
                                 param::delay,  param::shape, param::spread};

}  // namespace

void Chorus::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  const double longest_ms = params[param::delay].max_value + params[param::depth].max_value;
  lines_.prepare(static_cast<int>(std::ceil(frames_of(longest_ms))));
  for (std::uint32_t i = 0; i < param::count; ++i) {
    aim(i, 0);
  }
  reset();
}

void Chorus::reset() noexcept {
  rest();
  lines_.clear();
  control_.reset();
  watch_.reset();
}

/// Nothing is heard: changes need no ramp from here on.
void Chorus::rest() noexcept {
  asleep_ = true;
  control_.finish();
  mix_.finish();
  filters_.finish_ramps();
  filters_.clear();
}

void Chorus::set_param(std::uint32_t index, double value) noexcept {
  if (!values_.set(index, value)) {
    return;
  }
  const double ramp_frames = std::max(frames_of(static_cast<double>(params[index].smoothing_ms)), 1.0);
  aim(index, asleep_ ? 0 : static_cast<int>(ramp_frames));
}

void Chorus::aim(std::uint32_t index, int ramp_frames) noexcept {
  const double voice_gain = 1.0 / std::sqrt(values_[param::voices]);
  if (aim_sweep(control_, sweep_dials, index, values_, voice_gain, sample_rate_hz_, ramp_frames)) {
    return;
  }
  if (index == param::mix) {
    mix_.aim(static_cast<float>(values_[index]), ramp_frames);
  } else {
    aim_filter(index, ramp_frames);
  }
}

void Chorus::aim_filter(std::uint32_t index, int ramp_frames) noexcept {
  const bool low = index == param::low_cut;
  const auto shape = low ? dsp::FilterShape::high_pass : dsp::FilterShape::low_pass;
  const double corner_hz = values_[index];
  const bool off = params[index].is_off(corner_hz);
  const dsp::SvfSection section =
      dsp::design_filter({shape, corner_hz, dsp::butterworth2_q, 0.0}, sample_rate_hz_);
  filters_.set_section(low ? 0 : 1, off ? section.passing() : section, ramp_frames);
  decay_frames_[low ? 0 : 1] = off ? 0.0 : dsp::decay_frames(section, 120.0);
}

double Chorus::tail_frames() const noexcept {
  return frames_of(values_[param::delay] + values_[param::depth]) + dsp::SincTable::taps + decay_frames_[0] +
         decay_frames_[1];
}

void Chorus::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
  const dsp::FlushDenormals scope;
  const auto play = [&](std::uint32_t at, int part) { return process_part(in, out, at, part); };
  watch_.in_parts(frames, dsp::Sweep::max_frames, play, [&] {
    if (!asleep_ && watch_.silent_frames() >= lines_.memory_frames() &&
        filters_.quieter_than(silence_level)) {
      rest();
    }
  });
}

/// Gives the frames up to and including the last one in which the input sounds.
int Chorus::process_part(const float* const* in, float* const* out, std::uint32_t at, int frames) noexcept {
  const float* left = in[0] + at;
  const float* right = in[1] + at;
  const int sounding = dsp::sounding_frames(left, right, frames);
  if (asleep_ && sounding == 0) {
    dsp::silence(out[0] + at, out[1] + at, frames);
    control_.skip(frames);
  } else {
    asleep_ = false;
    Part dry;
    Part wet;
    dsp::copy_guarded(dry.left, left, frames);
    dsp::copy_guarded(dry.right, right, frames);
    dsp::Sweep sweep;
    sweep.frames = frames;
    control_.fill(sweep);
    lines_.process(sweep, dry.left, dry.right, wet.left, wet.right);
    filter(wet, frames);
    dsp::mix_dry_wet(out[0] + at, out[1] + at, {dry.left, dry.right}, {wet.left, wet.right}, mix_, frames);
  }
  return sounding;
}

void Chorus::filter(Part& wet, int frames) noexcept {
  if (filters_.active_sections() == 0) {
    return;
  }
  dsp::LinearRamp unity{1.0F};
  dsp::through_interleaved<dsp::Sweep::max_frames>(
      wet.left, wet.right, wet.left, wet.right, frames, unity,
      [&](float* io) { filters_.process(io, frames); });
}

}  // namespace omx::chorus
