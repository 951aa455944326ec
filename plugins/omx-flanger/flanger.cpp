#include "omx-flanger/flanger.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/denormals.hpp"
#include "dsp/dry_wet.hpp"
#include "effect/sweep_dials.hpp"

namespace omx::flanger {

namespace {

/// What enters a line below this is no sound: -140 dB.
constexpr float silence_level = 1e-7F;

/// Moves a value towards another in each channel: value + part * (other - value).
void blend(float* value, const float* other, dsp::LinearRamp part, int frames) noexcept {
  for (int i = 0; i < frames; ++i) {
    value[i] += part.next() * (other[i] - value[i]);
  }
}

constexpr SweepDials sweep_dials{param::voices, param::rate,  param::depth,
                                 param::delay,  param::shape, param::spread};

}  // namespace

void Flanger::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  const double delay_ms = params[param::delay].max_value;
  const double depth_ms = params[param::depth].max_value;
  lines_.prepare(static_cast<int>(std::ceil(frames_of(delay_ms + depth_ms))));
  dry_lines_.prepare(static_cast<int>(std::ceil(frames_of(delay_ms + 0.5 * depth_ms))));
  for (std::uint32_t i = 0; i < param::count; ++i) {
    aim(i, 0);
  }
  reset();
}

void Flanger::reset() noexcept {
  rest();
  control_.reset();
  watch_.reset();
}

/// Nothing is heard: changes need no ramp from here on.
void Flanger::rest() noexcept {
  asleep_ = true;
  lines_.clear();
  dry_lines_.clear();
  control_.finish();
  for (dsp::LinearRamp* ramp : {&feedback_, &sign_, &through_zero_, &mix_}) {
    ramp->finish();
  }
}

void Flanger::set_param(std::uint32_t index, double value) noexcept {
  if (!values_.set(index, value)) {
    return;
  }
  const double ramp_frames = std::max(frames_of(static_cast<double>(params[index].smoothing_ms)), 1.0);
  aim(index, asleep_ ? 0 : static_cast<int>(ramp_frames));
}

void Flanger::aim(std::uint32_t index, int ramp_frames) noexcept {
  const double voice_gain = 1.0 / values_[param::voices];
  if (aim_sweep(control_, sweep_dials, index, values_, voice_gain, sample_rate_hz_, ramp_frames)) {
    return;
  }
  const double value = values_[index];
  switch (index) {
  case param::feedback:
    feedback_.aim(static_cast<float>(value), ramp_frames);
    break;
  case param::polarity:
    sign_.aim(value >= 0.5 ? -1.0F : 1.0F, ramp_frames);
    break;
  case param::through_zero:
    through_zero_.aim(value >= 0.5 ? 1.0F : 0.0F, ramp_frames);
    break;
  default:
    mix_.aim(static_cast<float>(value), ramp_frames);
    break;
  }
}

double Flanger::tail_frames() const noexcept {
  const double round = frames_of(values_[param::delay] + values_[param::depth]) + dsp::SincTable::taps;
  const double feedback = std::fabs(values_[param::feedback]);
  return round * (feedback > 0.0 ? 1.0 + std::ceil(std::log(1e-6) / std::log(feedback)) : 1.0);
}

void Flanger::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
  const dsp::FlushDenormals scope;
  const auto play = [&](std::uint32_t at, int part) { return process_part(in, out, at, part); };
  watch_.in_parts(frames, dsp::Sweep::max_frames, play, [&] {
    if (!asleep_ && watch_.silent_frames() >= lines_.memory_frames()) {
      rest();
    }
  });
}

/// Gives the frames up to and including the last one in which sound entered the lines.
int Flanger::process_part(const float* const* in, float* const* out, std::uint32_t at, int frames) noexcept {
  const float* left = in[0] + at;
  const float* right = in[1] + at;
  int sounding = dsp::sounding_frames(left, right, frames);
  if (asleep_ && sounding == 0) {
    dsp::silence(out[0] + at, out[1] + at, frames);
    control_.skip(frames);
    return 0;
  }
  asleep_ = false;
  Part dry;
  Part wet;
  dsp::copy_guarded(dry.left, left, frames);
  dsp::copy_guarded(dry.right, right, frames);
  dsp::Sweep sweep;
  sweep.frames = frames;
  control_.fill(sweep);
  fill_feedback(sweep);
  lines_.process(sweep, dry.left, dry.right, wet.left, wet.right);
  for (int i = frames; i > sounding; --i) {
    if (std::fabs(wet.left[i - 1]) > silence_level || std::fabs(wet.right[i - 1]) > silence_level) {
      sounding = i;
    }
  }
  delay_dry(dry, sweep);
  if (sign_.moving() || sign_.value() != 1.0F) {
    for (int i = 0; i < frames; ++i) {
      const float sign = sign_.next();
      wet.left[i] *= sign;
      wet.right[i] *= sign;
    }
  }
  dsp::mix_dry_wet(out[0] + at, out[1] + at, {dry.left, dry.right}, {wet.left, wet.right}, mix_, frames);
  return sounding;
}

void Flanger::fill_feedback(dsp::Sweep& sweep) noexcept {
  for (int i = 0; i < sweep.frames; ++i) {
    sweep.feedback[i] = feedback_.next();
  }
}

/// Through zero: the dry signal as late as the middle of the movement.
void Flanger::delay_dry(Part& dry, const dsp::Sweep& sweep) noexcept {
  const int frames = sweep.frames;
  if (!through_zero_.moving() && through_zero_.value() == 0.0F) {
    dry_lines_.write(dry.left, dry.right, frames);
    return;
  }
  dsp::Sweep still;
  still.frames = frames;
  std::copy(sweep.middle, sweep.middle + frames, still.middle);
  std::fill(still.gain[0], still.gain[0] + frames, 1.0F);
  Part late;
  dry_lines_.process(still, dry.left, dry.right, late.left, late.right);
  blend(dry.left, late.left, through_zero_, frames);
  blend(dry.right, late.right, through_zero_, frames);
  for (int i = 0; i < frames && through_zero_.moving(); ++i) {
    through_zero_.next();
  }
}

}  // namespace omx::flanger
