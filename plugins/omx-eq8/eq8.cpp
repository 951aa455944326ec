#include "omx-eq8/eq8.hpp"

#include <numeric>

#include "dsp/block.hpp"
#include "dsp/decibels.hpp"
#include "dsp/denormals.hpp"
#include "dsp/matched_filters.hpp"

namespace omx::eq8 {

namespace {

// The order of the sections in the cascade: high-pass (two), bands, low-pass (two).
constexpr int first_band = 2;
constexpr int first_low_pass = 10;

constexpr std::uint32_t params_per_band = param::b2_on - param::b1_on;

/// Frames that are worked on at once.
constexpr int max_part_frames = RestWatch::grid_frames;

/// Levels below this are no sound: -180 dB.
constexpr float silence_level = 1e-9F;

constexpr dsp::FilterShape band_shapes[] = {
    dsp::FilterShape::bell, dsp::FilterShape::low_shelf, dsp::FilterShape::high_shelf,
    dsp::FilterShape::notch, dsp::FilterShape::all_pass};

/// The sections that a parameter shapes, one bit each.
constexpr std::uint32_t sections_of(std::uint32_t index) noexcept {
  if (index == param::hpf || index == param::hpf_slope) {
    return 3U;
  }
  if (index == param::lpf || index == param::lpf_slope) {
    return 3U << first_low_pass;
  }
  return index >= param::b1_on ? 1U << (first_band + (index - param::b1_on) / params_per_band) : 0U;
}

}  // namespace

void Eq8::prepare(double sample_rate_hz) {
  sample_rate_hz_ = sample_rate_hz;
  changed_sections_ = ~0U;
  gain_changed_ = true;
  reset();
}

void Eq8::reset() noexcept {
  rest();
  watch_.reset();
  apply_changes();
}

/// Nothing is heard: changes need no ramp from here on.
void Eq8::rest() noexcept {
  asleep_ = true;
  cascade_.finish_ramps();
  cascade_.clear();
  gain_.finish();
}

void Eq8::set_param(std::uint32_t index, double value) noexcept {
  if (!values_.set(index, value)) {
    return;
  }
  changed_sections_ |= sections_of(index);
  gain_changed_ = gain_changed_ || index == param::gain;
}

void Eq8::apply_changes() noexcept {
  if (changed_sections_ == 0 && !gain_changed_) {
    return;
  }
  const double ramp_s = 0.001 * static_cast<double>(params[param::gain].smoothing_ms);
  const int ramp_frames = asleep_ ? 0 : static_cast<int>(ramp_s * sample_rate_hz_);
  for (int section = 0; section < dsp::max_sections; ++section) {
    if ((changed_sections_ >> section & 1U) != 0) {
      apply_section(section, ramp_frames);
    }
  }
  if (gain_changed_) {
    gain_.aim(static_cast<float>(dsp::gain_of_db(values_[param::gain])), ramp_frames);
  }
  changed_sections_ = 0;
  gain_changed_ = false;
}

void Eq8::apply_section(int section, int ramp_frames) noexcept {
  const dsp::SvfSection target = design_section(section);
  auto& known = targets_[static_cast<std::size_t>(section)];
  if (target == known) {
    return;
  }
  known = target;
  cascade_.set_section(section, target, ramp_frames);
  decay_frames_[static_cast<std::size_t>(section)] = target.passes() ? 0.0 : dsp::decay_frames(target, 120.0);
  tail_frames_ = std::accumulate(decay_frames_.begin(), decay_frames_.end(), 0.0);
}

/// What the parameters say about a section; a section that is off keeps its poles and passes.
dsp::SvfSection Eq8::design_section(int section) const noexcept {
  dsp::FilterSpec spec;
  bool on = true;
  if (section >= first_band && section < first_low_pass) {
    const std::uint32_t base =
        param::b1_on + static_cast<std::uint32_t>(section - first_band) * params_per_band;
    on = values_[base] >= 0.5;
    spec = {
        band_shapes[static_cast<int>(values_[base + 1])], values_[base + 2], values_[base + 4],
        values_[base + 3]};
  } else {
    const bool high_pass = section < first_band;
    const std::uint32_t corner = high_pass ? param::hpf : param::lpf;
    const bool steep = values_[corner + 1] >= 0.5;
    const int stage = high_pass ? section : section - first_low_pass;
    on = !values_.is_off(corner) && (steep || stage == 0);
    spec.shape = high_pass ? dsp::FilterShape::high_pass : dsp::FilterShape::low_pass;
    spec.frequency_hz = values_[corner];
    spec.q = steep ? dsp::butterworth4_q[stage] : dsp::butterworth2_q;
  }
  const dsp::SvfSection design = dsp::design_filter(spec, sample_rate_hz_);
  return on ? design : design.passing();
}

void Eq8::process(const float* const* in, float* const* out, std::uint32_t frames) noexcept {
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
          [&](float* io) { cascade_.process(io, part); });
    }
    return sounding;
  };
  watch_.in_parts(frames, max_part_frames, play, [&] {
    if (watch_.silent_frames() >= RestWatch::grid_frames && cascade_.quieter_than(silence_level)) {
      rest();
    }
  });
}

}  // namespace omx::eq8
