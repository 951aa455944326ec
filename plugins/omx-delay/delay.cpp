#include "omx-delay/delay.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsp/denormals.hpp"
#include "dsp/simd.hpp"
#include "omx-delay/mixing.hpp"
#include "omx-delay/sync.hpp"

namespace omx::delay {

namespace {

/// What enters a line below this is no sound: -140 dB.
constexpr float silence_level = 1e-7F;

/// Of each of the two low-passes that a gliding tap follows.
constexpr double glide_ms = 40.0;

int frames_of(double time_ms, double sample_rate_hz) noexcept {
  return static_cast<int>(std::lround(0.001 * time_ms * sample_rate_hz));
}

/// The pole of a one-pole low-pass y = (1-p) x + p y: p = exp(-2 pi fc / fs), the step response of an
/// analogue RC.
float pole_of(double corner_hz, double sample_rate_hz) noexcept {
  return static_cast<float>(std::exp(-2.0 * std::numbers::pi * corner_hz / sample_rate_hz));
}

}  // namespace

void Delay::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  const double longest_ms = params[param::time].max_value + params[param::offset].max_value;
  for (dsp::DelayLine& line : lines_) {
    line.prepare(frames_of(longest_ms, sample_rate_hz) + 1 + dsp::SincTable::taps);
  }
  fade_frames_ = std::max(frames_of(double(params[param::time].smoothing_ms), sample_rate_hz), 1);
  for (Glide& glide : glides_) {
    glide.prepare(0.001 * glide_ms * sample_rate_hz);
  }
  for (std::uint32_t i = 0; i < param::count; ++i) {
    aim(i, 0);
  }
  reset();
}

void Delay::reset() noexcept {
  rest();
  watch_.reset();
}

/// Nothing is heard: changes need no ramp or fade from here on.
void Delay::rest() noexcept {
  asleep_ = true;
  for (dsp::DelayLine& line : lines_) {
    line.clear();
  }
  tone_ = {};
  for (dsp::LinearRamp* ramp : {&mix_, &feedback_, &ping_pong_, &pole_}) {
    ramp->finish();
  }
  fade_frames_left_ = 0;
  taps_ = wanted_taps();
  glides_[0].put(taps_.left);
  glides_[1].put(taps_.right);
}

void Delay::set_param(std::uint32_t index, double value) noexcept {
  if (!values_.set(index, value)) {
    return;
  }
  aim(index, asleep_ ? 0 : frames_of(double(params[index].smoothing_ms), sample_rate_hz_));
}

void Delay::set_tempo(double beats_per_minute) noexcept {
  beats_per_minute_ = std::isfinite(beats_per_minute) ? std::max(beats_per_minute, 0.0) : 0.0;
}

void Delay::aim(std::uint32_t index, int ramp_frames) noexcept {
  const double value = values_[index];
  switch (index) {
  case param::mix:
    mix_.aim(static_cast<float>(value), ramp_frames);
    break;
  case param::feedback:
    feedback_.aim(static_cast<float>(value), ramp_frames);
    break;
  case param::mode:
    ping_pong_.aim(value >= 0.5 ? 1.0F : 0.0F, ramp_frames);
    break;
  case param::tone:
    pole_.aim(params[param::tone].is_off(value) ? 0.0F : pole_of(value, sample_rate_hz_), ramp_frames);
    break;
  default:  // time, offset and what belongs to them: see follow_taps()
    break;
  }
}

double Delay::wanted_time_ms() const noexcept {
  const int note = static_cast<int>(values_[param::sync]) - 1;
  if (note < 0 || beats_per_minute_ <= 0.0) {
    return values_[param::time];
  }
  const ParamInfo& time = params[param::time];
  return std::max(note_ms(note, beats_per_minute_, time.max_value), time.min_value);
}

Delay::Taps Delay::wanted_taps() const noexcept {
  const double time_ms = wanted_time_ms();
  const double offset_ms = values_[param::offset];
  const auto tap = [&](double extra_ms) {
    return std::max(frames_of(time_ms + std::max(extra_ms, 0.0), sample_rate_hz_), 1);
  };
  return {tap(-offset_ms), tap(offset_ms)};
}

/// Begins a fade or a glide to the wanted taps once the one before has ended; a glide may change its aim.
void Delay::follow_taps() noexcept {
  if (fade_frames_left_ > 0) {
    return;
  }
  const Taps wanted = wanted_taps();
  const bool gliding = glides_[0].moving() || glides_[1].moving();
  if (wanted == taps_) {
    return;
  }
  if (asleep_) {
    taps_ = wanted;
    glides_[0].put(taps_.left);
    glides_[1].put(taps_.right);
  } else if (values_.is_on(param::change)) {
    taps_ = wanted;
    glides_[0].aim(taps_.left);
    glides_[1].aim(taps_.right);
  } else if (!gliding) {
    old_taps_ = taps_;
    taps_ = wanted;
    glides_[0].put(taps_.left);
    glides_[1].put(taps_.right);
    fade_frames_left_ = fade_frames_;
  }
}

/// Frames that can be done at once: no echo of the part falls into the part, and a fade or a look ends with
/// it.
int Delay::part_frames(std::uint32_t frames_left) const noexcept {
  int frames = static_cast<int>(std::min<std::uint32_t>(frames_left, max_part_frames));
  frames = watch_.part_frames(std::min({frames, taps_.left, taps_.right}));
  for (const Glide& glide : glides_) {
    frames = glide.moving() ? glide.part_frames(frames) : frames;
  }
  return fade_frames_left_ > 0 ? std::min({frames, fade_frames_left_, old_taps_.left, old_taps_.right})
                               : frames;
}

void Delay::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
  const dsp::FlushDenormals scope;
  for (std::uint32_t done = 0; done < frames;) {
    follow_taps();
    const int part = part_frames(frames - done);
    Part block;
    dsp::copy_guarded(block.left, in[0] + done, part);
    dsp::copy_guarded(block.right, in[1] + done, part);
    process_part(block, part);
    std::copy(block.left, block.left + part, out[0] + done);
    std::copy(block.right, block.right + part, out[1] + done);
    done += static_cast<std::uint32_t>(part);
  }
}

void Delay::process_part(Part& block, int frames) noexcept {
  const int sounding = dsp::sounding_frames(block.left, block.right, frames);
  if (asleep_ && sounding == 0) {
    dsp::silence(block.left, block.right, frames);
    watch_.pass(0, frames);
    return;
  }
  asleep_ = false;
  Part echoes;
  read_echoes(echoes, frames);
  filter_echoes(echoes, frames);
  mix(block, echoes, frames);
  lines_[0].write(echoes.left, frames);
  lines_[1].write(echoes.right, frames);
  if (watch_.pass(loud_frames(echoes, sounding, frames), frames)) {
    look_for_rest();
  }
}

void Delay::read_echoes(Part& echoes, int frames) noexcept {
  if (glides_[0].moving() || glides_[1].moving()) {
    read_gliding(echoes, frames);
    return;
  }
  lines_[0].read(echoes.left, taps_.left, frames);
  lines_[1].read(echoes.right, taps_.right, frames);
  if (fade_frames_left_ > 0) {
    read_fading(echoes, frames);
  }
}

/// A side that is at rest is read exactly.
void Delay::read_gliding(Part& echoes, int frames) noexcept {
  float* const to[] = {echoes.left, echoes.right};
  const int taps[] = {taps_.left, taps_.right};
  for (std::size_t side = 0; side < lines_.size(); ++side) {
    if (glides_[side].moving()) {
      glides_[side].read(to[side], lines_[side], frames);
    } else {
      lines_[side].read(to[side], taps[side], frames);
    }
  }
}

void Delay::read_fading(Part& echoes, int frames) noexcept {
  Part old;
  lines_[0].read(old.left, old_taps_.left, frames);
  lines_[1].read(old.right, old_taps_.right, frames);
  const int faded = fade_frames_ - fade_frames_left_;
  for (int i = 0; i < frames; ++i) {
    const float gain = static_cast<float>(faded + i + 1) / static_cast<float>(fade_frames_);
    echoes.left[i] = (1.0F - gain) * old.left[i] + gain * echoes.left[i];
    echoes.right[i] = (1.0F - gain) * old.right[i] + gain * echoes.right[i];
  }
  fade_frames_left_ -= frames;
}

void Delay::filter_echoes(Part& echoes, int frames) noexcept {
  const bool moving = pole_.moving();
  float pole = pole_.value();
  if (!moving && pole == 0.0F) {
    tone_ = {echoes.left[frames - 1], echoes.right[frames - 1]};
    return;
  }
  auto [left, right] = tone_;
  for (int i = 0; i < frames; ++i) {
    if (moving) {
      pole = pole_.next();
    }
    left = (1.0F - pole) * echoes.left[i] + pole * left;
    right = (1.0F - pole) * echoes.right[i] + pole * right;
    echoes.left[i] = left;
    echoes.right[i] = right;
  }
  tone_ = {left, right};
}

void Delay::mix(Part& block, Part& echoes, int frames) noexcept {
  int at = 0;
  for (; at < frames && (mix_.moving() || feedback_.moving() || ping_pong_.moving()); ++at) {
    const Gains gains{mix_.next(), feedback_.next(), ping_pong_.next()};
    mix_at<float>(at, block.left, block.right, echoes.left, echoes.right, gains);
  }
  const Gains gains{mix_.value(), feedback_.value(), ping_pong_.value()};
  for (; at + 4 <= frames; at += 4) {
    mix_at<dsp::Simd<4>::Float>(at, block.left, block.right, echoes.left, echoes.right, gains);
  }
  for (; at < frames; ++at) {
    mix_at<float>(at, block.left, block.right, echoes.left, echoes.right, gains);
  }
}

/// Up to and including the last frame in which the input sounds or what enters the lines does.
int Delay::loud_frames(const Part& written, int sounding, int frames) noexcept {
  while (frames > sounding && std::fabs(written.left[frames - 1]) <= silence_level &&
         std::fabs(written.right[frames - 1]) <= silence_level) {
    --frames;
  }
  return frames;
}

void Delay::look_for_rest() noexcept {
  const bool moving = fade_frames_left_ > 0 || glides_[0].moving() || glides_[1].moving();
  if (!moving && wanted_taps() == taps_ && watch_.silent_frames() >= std::max(taps_.left, taps_.right)) {
    rest();
  }
}

double Delay::tail_frames() const noexcept {
  const Taps taps = wanted_taps();
  const double feedback = values_[param::feedback];
  const double echoes = feedback > 0.0 ? 1.0 + std::ceil(std::log(1e-6) / std::log(feedback)) : 1.0;
  return echoes * static_cast<double>(std::max(taps.left, taps.right));
}

}  // namespace omx::delay
