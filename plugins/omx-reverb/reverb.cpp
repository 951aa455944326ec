#include "omx-reverb/reverb.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/block.hpp"
#include "dsp/denormals.hpp"
#include "dsp/matched_filters.hpp"
#include "omx-reverb/mixing.hpp"

namespace omx::reverb {

namespace {

/// What goes round below this is no sound: -140 dB.
constexpr float silence_level = 1e-7F;

constexpr int low_cut_section = 0;
constexpr int high_cut_section = 1;

constexpr std::uint32_t layout_params = bit(param::type) | bit(param::predelay) | bit(param::size);
constexpr std::uint32_t decay_params = bit(param::decay) | bit(param::damping);
constexpr std::uint32_t level_params =
    bit(param::type) | bit(param::early) | bit(param::width) | bit(param::mix);

int last_loud(const float (&part)[sides][dsp::fdn_part_frames], int frames) noexcept {
  while (frames > 0 && std::fabs(part[0][frames - 1]) <= silence_level &&
         std::fabs(part[1][frames - 1]) <= silence_level) {
    --frames;
  }
  return frames;
}

}  // namespace

void Reverb::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  const auto longest_predelay =
      static_cast<int>(std::lround(0.001 * params[param::predelay].max_value * sample_rate_hz));
  for (int side = 0; side < sides; ++side) {
    const auto s = static_cast<std::size_t>(side);
    lines_[s].prepare(longest_predelay + longest_early(sample_rate_hz) + part_size);
    diffusers_[s].prepare(diffuser_lengths(side, sample_rate_hz), diffuser_gain);
  }
  network_.prepare(longest_lines(sample_rate_hz), turn_frames_of(sample_rate_hz));
  reset();
}

void Reverb::reset() noexcept {
  network_.reset();
  watch_.reset();
  asleep_ = true;
  changed_ = ~0U;
  apply_changes();
  rest();
}

/// Nothing is heard: changes need no ramp or fade from here on.
void Reverb::rest() noexcept {
  asleep_ = true;
  for (auto& diffuser : diffusers_) {
    diffuser.clear();
  }
  for (dsp::DelayLine& line : lines_) {
    line.clear();
  }
  network_.clear();
  cuts_.finish_ramps();
  cuts_.clear();
  for (dsp::LinearRamp* ramp : {&early_, &tail_, &same_, &other_, &mix_}) {
    ramp->finish();
  }
  fade_.begin(0);
}

void Reverb::set_param(std::uint32_t index, double value) noexcept {
  if (!values_.set(index, value)) {
    return;
  }
  changed_ |= bit(index);
}

int Reverb::frames_of(std::uint32_t smoothed_index) const noexcept {
  const auto ms = static_cast<double>(params[smoothed_index].smoothing_ms);
  return asleep_ ? 0 : static_cast<int>(0.001 * ms * sample_rate_hz_);
}

Decay Reverb::decay() const noexcept {
  return {values_[param::decay], values_.is_off(param::damping) ? 0.0 : values_[param::damping]};
}

void Reverb::apply_changes() noexcept {
  if (changed_ == 0) {
    return;
  }
  if ((changed_ & layout_params) != 0) {
    wanted_ = layout_of(type(), values_[param::size], values_[param::predelay], sample_rate_hz_);
  }
  if (asleep_ && !(wanted_ == layout_)) {
    layout_ = wanted_;
    network_.set_lengths(layout_.lines, 0);
    changed_ |= decay_params;
  }
  if ((changed_ & decay_params) != 0) {
    apply_decay(frames_of(param::decay));
  }
  if ((changed_ & level_params) != 0) {
    apply_levels(frames_of(param::mix));
  }
  if ((changed_ & bit(param::motion)) != 0) {
    apply_motion();
  }
  if ((changed_ & bit(param::low_cut)) != 0) {
    apply_cut(low_cut_section, param::low_cut, frames_of(param::low_cut));
  }
  if ((changed_ & bit(param::high_cut)) != 0) {
    apply_cut(high_cut_section, param::high_cut, frames_of(param::high_cut));
  }
  changed_ = 0;
}

void Reverb::apply_cut(int section, std::uint32_t index, int ramp_frames) noexcept {
  const auto shape = section == low_cut_section ? dsp::FilterShape::high_pass : dsp::FilterShape::low_pass;
  const dsp::SvfSection design =
      dsp::design_filter({shape, values_[index], dsp::butterworth2_q}, sample_rate_hz_);
  cuts_.set_section(section, values_.is_off(index) ? design.passing() : design, ramp_frames);
}

void Reverb::apply_levels(int ramp_frames) noexcept {
  early_.aim(static_cast<float>(values_[param::early]) * early_level(type()), ramp_frames);
  const WidthGains width = width_gains(values_[param::width]);
  same_.aim(width.same, ramp_frames);
  other_.aim(width.other, ramp_frames);
  mix_.aim(static_cast<float>(values_[param::mix]), ramp_frames);
}

void Reverb::apply_motion() noexcept {
  const double step_s = turn_frames_of(sample_rate_hz_) / sample_rate_hz_;
  dsp::FeedbackNetwork::TurnSteps steps;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    steps[k] = dsp::turn_of(values_[param::motion] * turns_hz[k] * step_s);
  }
  network_.set_turn_steps(steps);
}

void Reverb::apply_decay(int ramp_frames) noexcept {
  network_.set_absorptions(absorptions_of(layout_.lines, decay(), sample_rate_hz_), ramp_frames);
  tail_.aim(tail_gain(layout_.lines, values_[param::decay], sample_rate_hz_), ramp_frames);
}

/// Begins a fade to the wanted layout once the fade before has ended.
void Reverb::follow_layout() noexcept {
  if (fade_.running() || wanted_ == layout_) {
    return;
  }
  old_layout_ = layout_;
  layout_ = wanted_;
  const int frames = std::max(frames_of(param::size), 1);
  fade_.begin(frames);
  if (!(layout_.lines == old_layout_.lines)) {
    network_.set_lengths(layout_.lines, frames);
    apply_decay(frames);
  }
}

/// Frames that can be done at once: a fade, a ramp, a turn's step or a look for rest ends with them.
int Reverb::part_frames(std::uint32_t frames_left) const noexcept {
  int frames = static_cast<int>(std::min<std::uint32_t>(frames_left, part_size));
  frames = std::min({frames, diffusers_[0].longest_part(), diffusers_[1].longest_part()});
  frames = network_.part_frames(watch_.part_frames(frames));
  return fade_.part_frames(frames);
}

void Reverb::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
  const dsp::FlushDenormals scope;
  apply_changes();
  for (std::uint32_t done = 0; done < frames;) {
    follow_layout();
    const int part = part_frames(frames - done);
    const float* const from[] = {in[0] + done, in[1] + done};
    float* const to[] = {out[0] + done, out[1] + done};
    process_part(from, to, part);
    done += static_cast<std::uint32_t>(part);
  }
}

void Reverb::process_part(const float* const* in, float* const* out, int frames) noexcept {
  const int sounding = dsp::sounding_frames(in[0], in[1], frames);
  if (asleep_ && sounding == 0) {
    dsp::silence(out[0], out[1], frames);
    network_.skip(frames);
    watch_.pass(0, frames);
    return;
  }
  asleep_ = false;
  alignas(16) Part dry;
  alignas(16) Part wet;
  dsp::copy_guarded(dry[0], in[0], frames);
  dsp::copy_guarded(dry[1], in[1], frames);
  std::copy(dry[0], dry[0] + frames, wet[0]);
  std::copy(dry[1], dry[1] + frames, wet[1]);
  diffuse(wet, frames);
  int loud = std::max(sounding, last_loud(wet, frames));

  dsp::FdnPart network;
  network.frames = frames;
  for (int side = 0; side < sides; ++side) {
    read_line(network.in[side], side, layout_.predelay, old_layout_.predelay, frames);
  }
  read_early(wet, frames);
  fade_.advance(frames);
  network_.process(network);
  loud = std::max(loud, dsp::FeedbackNetwork::loud_frames(network, silence_level));

  int at = 0;
  for (; at < frames && (early_.moving() || tail_.moving()); ++at) {
    const float early = early_.next();
    const float tail = tail_.next();
    add_tail_at<float>(wet[0] + at, network.out[0] + at, early, tail);
    add_tail_at<float>(wet[1] + at, network.out[1] + at, early, tail);
  }
  for (; at + 4 <= frames; at += 4) {
    using Float = dsp::Simd<4>::Float;
    add_tail_at<Float>(wet[0] + at, network.out[0] + at, early_.value(), tail_.value());
    add_tail_at<Float>(wet[1] + at, network.out[1] + at, early_.value(), tail_.value());
  }
  for (; at < frames; ++at) {
    add_tail_at<float>(wet[0] + at, network.out[0] + at, early_.value(), tail_.value());
    add_tail_at<float>(wet[1] + at, network.out[1] + at, early_.value(), tail_.value());
  }
  filter(wet, frames);
  mix(out, dry, wet, frames);
  if (watch_.pass(loud, frames)) {
    look_for_rest();
  }
}

/// Spreads the input and puts it into the lines of predelay and early reflections.
void Reverb::diffuse(Part& diffused, int frames) noexcept {
  for (std::size_t side = 0; side < sides; ++side) {
    diffusers_[side].process(diffused[side], frames);
    lines_[side].write(diffused[side], frames);
  }
}

/// What came `delay` frames ago; during a fade, partly what came `old_delay` frames ago.
void Reverb::read_line(float* to, int side, int delay, int old_delay, int frames) const noexcept {
  const dsp::DelayLine& line = lines_[static_cast<std::size_t>(side)];
  line.read(to, delay + frames, frames);
  if (!fade_.running() || delay == old_delay) {
    return;
  }
  float old[part_size];
  float gains[part_size];
  line.read(old, old_delay + frames, frames);
  fade_.gains(gains, frames);
  dsp::crossfade(to, old, gains, frames);
}

void Reverb::read_early(Part& early, int frames) const noexcept {
  add_early(early, layout_, frames);
  if (!fade_.running()) {
    return;
  }
  Part old;
  float gains[part_size];
  add_early(old, old_layout_, frames);
  fade_.gains(gains, frames);
  dsp::crossfade(early[0], old[0], gains, frames);
  dsp::crossfade(early[1], old[1], gains, frames);
}

/// The sum of the early reflections.
void Reverb::add_early(Part& sum, const Layout& layout, int frames) const noexcept {
  using Float = dsp::Simd<4>::Float;
  float scratch[early_taps][part_size];
  for (std::size_t side = 0; side < sides; ++side) {
    const float* taps[early_taps];
    for (int k = 0; k < early_taps; ++k) {
      const dsp::DelayLine& line = lines_[early_crosses(k) ? 1 - side : side];
      const int delay = layout.predelay + layout.early[side][static_cast<std::size_t>(k)] + frames;
      taps[k] = line.find(delay, frames);
      if (taps[k] == nullptr) {
        line.read(scratch[k], delay, frames);
        taps[k] = scratch[k];
      }
    }
    int i = 0;
    for (; i + 4 <= frames; i += 4) {
      sum_taps<Float>(sum[side] + i, taps, i);
    }
    for (; i < frames; ++i) {
      sum_taps<float>(sum[side] + i, taps, i);
    }
  }
}

void Reverb::filter(Part& wet, int frames) noexcept {
  if (cuts_.active_sections() == 0) {
    return;
  }
  alignas(32) float io[2 * part_size];
  for (int i = 0; i < frames; ++i) {
    io[2 * i] = wet[0][i];
    io[2 * i + 1] = wet[1][i];
  }
  cuts_.process(io, frames);
  for (int i = 0; i < frames; ++i) {
    wet[0][i] = io[2 * i];
    wet[1][i] = io[2 * i + 1];
  }
}

void Reverb::mix(float* const* out, const Part& dry, const Part& wet, int frames) noexcept {
  int i = 0;
  for (; i < frames && (mix_.moving() || same_.moving() || other_.moving()); ++i) {
    const MixGains gains{mix_.next(), same_.next(), other_.next()};
    mix_at<float>(out, i, dry[0] + i, dry[1] + i, wet[0] + i, wet[1] + i, gains);
  }
  const MixGains gains{mix_.value(), same_.value(), other_.value()};
  for (; i + 4 <= frames; i += 4) {
    mix_at<dsp::Simd<4>::Float>(out, i, dry[0] + i, dry[1] + i, wet[0] + i, wet[1] + i, gains);
  }
  for (; i < frames; ++i) {
    mix_at<float>(out, i, dry[0] + i, dry[1] + i, wet[0] + i, wet[1] + i, gains);
  }
}

void Reverb::look_for_rest() noexcept {
  const int longest = std::max(
      *std::max_element(layout_.lines.begin(), layout_.lines.end()), lines_[0].longest_delay_frames());
  const bool settled = !fade_.running() && wanted_ == layout_;
  if (settled && watch_.silent_frames() >= longest && cuts_.quieter_than(silence_level)) {
    rest();
  }
}

double Reverb::tail_frames() const noexcept {
  constexpr double diffusers_s = 0.3;  // 0.62^29 is -120 dB, times 8.5 ms
  const auto longest = static_cast<double>(lines_[0].longest_delay_frames());
  return longest + (diffusers_s + 2.0 * values_[param::decay] / slowest_rate(decay())) * sample_rate_hz_;
}

}  // namespace omx::reverb
