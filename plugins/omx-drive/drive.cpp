#include "omx-drive/drive.hpp"

#include <algorithm>

#include "dsp/decibels.hpp"
#include "dsp/denormals.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/simd.hpp"

namespace omx::drive {

namespace {

// Sections of the cascades.
constexpr int tilt_section = 0;      // of pre and post
constexpr int emphasis_section = 1;  // of pre and post
constexpr int tone_section = 2;      // of post
constexpr int mean_section = 3;      // of post

constexpr double emphasis_hz = 3000.0;
constexpr double emphasis_db = 6.0;
constexpr double mean_hz = 5.0;
constexpr double tilt_q = 0.5;

/// Levels below this are no sound: -180 dB.
constexpr float silence_level = 1e-9F;

constexpr std::uint32_t filter_params =
    bit(param::curve) | bit(param::band) | bit(param::split) | bit(param::tilt) | bit(param::tone);
constexpr std::uint32_t gain_params =
    bit(param::drive) | bit(param::curve) | bit(param::auto_gain) | bit(param::band) | bit(param::tilt);

}  // namespace

void Drive::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  for (int channel = 0; channel < 2; ++channel) {
    const auto c = static_cast<std::size_t>(channel);
    oversamplers_[c] = dsp::Oversampler(dsp::Oversampler::factor_for(sample_rate_hz));
    dry_[c].prepare(oversamplers_[c].latency_frames());
    untouched_[c].prepare(oversamplers_[c].latency_frames());
  }
  changed_ = ~0U;
  reset();
}

void Drive::reset() noexcept {
  rest();
  watch_.reset();
  apply_changes();
}

/// Nothing is heard: changes need no ramp or fade from here on.
void Drive::rest() noexcept {
  asleep_ = true;
  for (dsp::SvfCascade* cascade : {&band_, &pre_, &post_}) {
    cascade->finish_ramps();
    cascade->clear();
  }
  for (int channel = 0; channel < 2; ++channel) {
    const auto c = static_cast<std::size_t>(channel);
    oversamplers_[c].clear();
    dry_[c].clear();
    untouched_[c].clear();
  }
  for (dsp::LinearRamp* ramp : {&pre_gain_, &post_gain_, &left_out_, &mix_, &output_}) {
    ramp->finish();
  }
  curve_ = wanted_curve();
  fade_frames_left_ = 0;
}

std::uint32_t Drive::latency_frames() const noexcept {
  return static_cast<std::uint32_t>(oversamplers_[0].latency_frames());
}

double Drive::tail_frames() const noexcept {
  return decay_frames_ + static_cast<double>(oversamplers_[0].memory_frames());
}

void Drive::set_param(std::uint32_t index, double value) noexcept {
  if (!values_.set(index, value)) {
    return;
  }
  changed_ |= bit(index);
}

int Drive::ramp_frames() const noexcept {
  const double ramp_s = 0.001 * static_cast<double>(params[param::drive].smoothing_ms);
  return std::max(static_cast<int>(ramp_s * sample_rate_hz_), 1);
}

void Drive::apply_changes() noexcept {
  if (changed_ == 0) {
    return;
  }
  const int frames = asleep_ ? 0 : ramp_frames();
  if ((changed_ & filter_params) != 0) {
    apply_filters(frames);
  }
  if ((changed_ & gain_params) != 0) {
    apply_gains(frames);
  }
  if ((changed_ & bit(param::mix)) != 0) {
    mix_.aim(static_cast<float>(values_[param::mix]), frames);
  }
  if ((changed_ & bit(param::output)) != 0) {
    output_.aim(static_cast<float>(dsp::gain_of_db(values_[param::output])), frames);
  }
  if (asleep_) {
    curve_ = wanted_curve();
  }
  changed_ = 0;
}

void Drive::apply_filters(int ramp_frames) noexcept {
  using dsp::FilterShape;
  const Band band = wanted_band();
  const Curve curve = wanted_curve();
  decay_frames_ = 0.0;
  const auto set = [&](dsp::SvfCascade& cascade, int index, const dsp::FilterSpec& spec, bool on) {
    const dsp::SvfSection section = dsp::design_filter(spec, sample_rate_hz_);
    cascade.set_section(index, on ? section : section.passing(), ramp_frames);
    decay_frames_ += on ? dsp::decay_frames(section, 120.0) : 0.0;
  };
  const double split_hz = values_[param::split];
  const bool cuts = band == Band::low || band == Band::high;
  set(band_, 0,
      {band == Band::high ? FilterShape::high_pass : FilterShape::low_pass, split_hz, dsp::butterworth2_q,
       0.0},
      cuts);
  left_out_.aim(cuts ? 1.0F : 0.0F, ramp_frames);

  const double step_db = 2.0 * values_[param::tilt];
  const bool tilts = band == Band::tilt;
  set(pre_, tilt_section, {FilterShape::high_shelf, split_hz, tilt_q, step_db}, tilts);
  set(post_, tilt_section, {FilterShape::high_shelf, split_hz, tilt_q, -step_db}, tilts);

  const bool is_tape = curve == Curve::tape;
  set(pre_, emphasis_section, {FilterShape::high_shelf, emphasis_hz, dsp::butterworth2_q, emphasis_db},
      is_tape);
  set(post_, emphasis_section, {FilterShape::high_shelf, emphasis_hz, dsp::butterworth2_q, -emphasis_db},
      is_tape);

  const double tone_hz = values_[param::tone];
  set(post_, tone_section, {FilterShape::low_pass, tone_hz, dsp::butterworth2_q, 0.0},
      !params[param::tone].is_off(tone_hz));
  set(post_, mean_section, {FilterShape::high_pass, mean_hz, dsp::butterworth2_q, 0.0},
      curve == Curve::tube || curve == Curve::exciter);
}

void Drive::apply_gains(int ramp_frames) noexcept {
  const double drive = dsp::gain_of_db(values_[param::drive]);
  const double lift = wanted_band() == Band::tilt ? dsp::gain_of_db(values_[param::tilt]) : 1.0;
  const double made_up = values_.is_on(param::auto_gain) ? auto_gain(wanted_curve(), drive) : 1.0;
  pre_gain_.aim(static_cast<float>(drive / lift), ramp_frames);
  post_gain_.aim(static_cast<float>(made_up * lift), ramp_frames);
}

/// Begins a fade to the wanted curve once the fade before has ended.
void Drive::follow_curve() noexcept {
  const Curve wanted = wanted_curve();
  if (fade_frames_left_ > 0 || wanted == curve_) {
    return;
  }
  old_curve_ = curve_;
  curve_ = wanted;
  fade_frames_left_ = asleep_ ? 0 : ramp_frames();
}

int Drive::part_frames(std::uint32_t frames_left) const noexcept {
  const int frames = static_cast<int>(std::min<std::uint32_t>(frames_left, max_part_frames));
  return watch_.part_frames(fade_frames_left_ > 0 ? std::min(frames, fade_frames_left_) : frames);
}

void Drive::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
  const dsp::FlushDenormals scope;
  apply_changes();
  for (std::uint32_t done = 0; done < frames;) {
    follow_curve();
    const int part = part_frames(frames - done);
    process_part(in, out, done, part);
    done += static_cast<std::uint32_t>(part);
  }
}

void Drive::process_part(const float* const* in, float* const* out, std::uint32_t at, int frames) noexcept {
  const float* left = in[0] + at;
  const float* right = in[1] + at;
  const int sounding = dsp::sounding_frames(left, right, frames);
  if (asleep_ && sounding == 0) {
    dsp::silence(out[0] + at, out[1] + at, frames);
  } else {
    asleep_ = false;
    alignas(32) float io[2 * max_part_frames];
    Paths paths;
    dsp::interleave_guarded(io, left, right, frames);
    split(io, paths, frames);
    bend(paths.driven, frames);
    mix(paths, out[0] + at, out[1] + at, frames);
  }
  if (watch_.pass(sounding, frames) && !asleep_ && quiet()) {
    rest();
  }
}

bool Drive::quiet() const noexcept {
  return fade_frames_left_ == 0 && watch_.silent_frames() >= oversamplers_[0].memory_frames() &&
         band_.quieter_than(silence_level) && pre_.quieter_than(silence_level) &&
         post_.quieter_than(silence_level);
}

/// Takes what is to be driven from the interleaved input; the input and what the band leaves out go into the
/// delay lines, and come out as late as the oversamplers are.
void Drive::split(float* io, Paths& paths, int frames) noexcept {
  dsp::LinearRamp unity{1.0F};
  Part dry;
  Part untouched{};
  dsp::deinterleave(dry.left, dry.right, io, frames, unity);
  band_.process(io, frames);
  if (left_out_.moving() || left_out_.value() != 0.0F) {
    dsp::deinterleave(untouched.left, untouched.right, io, frames, unity);
    for (int i = 0; i < frames; ++i) {
      const float part = left_out_.next();
      untouched.left[i] = part * (dry.left[i] - untouched.left[i]);
      untouched.right[i] = part * (dry.right[i] - untouched.right[i]);
    }
  }
  pre_.process(io, frames);
  dsp::deinterleave(paths.driven.left, paths.driven.right, io, frames, pre_gain_);
  const auto delay = [&](dsp::DelayLine& line, float* late, const float* now) {
    line.read(late, oversamplers_[0].latency_frames(), frames);
    line.write(now, frames);
  };
  delay(dry_[0], paths.dry.left, dry.left);
  delay(dry_[1], paths.dry.right, dry.right);
  delay(untouched_[0], paths.untouched.left, untouched.left);
  delay(untouched_[1], paths.untouched.right, untouched.right);
}

void Drive::bend(Part& driven, int frames) noexcept {
  float* channels[] = {driven.left, driven.right};
  for (std::size_t c = 0; c < 2; ++c) {
    dsp::OversampledBlock block;
    dsp::Oversampler& oversampler = oversamplers_[c];
    oversampler.up(block, channels[c], frames);
    if (fade_frames_left_ > 0) {
      const int fade_frames = ramp_frames();
      const int faded = fade_frames - fade_frames_left_;
      bend_block_between(old_curve_, curve_, block, oversampler.factor(), frames, faded, fade_frames);
    } else {
      bend_block(curve_, block, oversampler.factor(), frames);
    }
    oversampler.down(channels[c], block, frames);
  }
  fade_frames_left_ = std::max(fade_frames_left_ - frames, 0);
}

void Drive::mix(Paths& paths, float* left, float* right, int frames) noexcept {
  Part& wet = paths.driven;
  dsp::through_interleaved<max_part_frames>(
      wet.left, wet.right, wet.left, wet.right, frames, post_gain_,
      [&](float* io) { post_.process(io, frames); });
  int i = 0;
  for (; i < frames && (mix_.moving() || output_.moving()); ++i) {
    const float mix = mix_.next();
    const float output = output_.next();
    mix_at<float>(i, paths, left, right, mix, output);
  }
  for (; i + 4 <= frames; i += 4) {
    mix_at<dsp::Simd<4>::Float>(i, paths, left, right, mix_.value(), output_.value());
  }
  for (; i < frames; ++i) {
    mix_at<float>(i, paths, left, right, mix_.value(), output_.value());
  }
}

/// Frames from i on, one or several; silence is +0.
template <typename Float>
void Drive::mix_at(int i, const Paths& paths, float* left, float* right, float mix, float output) noexcept {
  const auto channel = [&](float* to, const float* dry, const float* wet, const float* untouched) {
    Float d;
    Float w;
    Float u;
    dsp::load(d, dry + i);
    dsp::load(w, wet + i);
    dsp::load(u, untouched + i);
    dsp::store(to + i, Float(output * ((1.0F - mix) * d + mix * (w + u)) + 0.0F));
  };
  channel(left, paths.dry.left, paths.driven.left, paths.untouched.left);
  channel(right, paths.dry.right, paths.driven.right, paths.untouched.right);
}

}  // namespace omx::drive
