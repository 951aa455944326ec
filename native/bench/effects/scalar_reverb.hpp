/// omx-reverb in the plainest C++: sample by sample, line by line. The bench compares against it, and
/// scalar_twins_test.cpp checks that both agree.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "bench/effects/scalar_effect.hpp"
#include "dsp/matched_filters.hpp"
#include "dsp/svf.hpp"
#include "omx-reverb/generated/params.hpp"
#include "omx-reverb/mixing.hpp"
#include "omx-reverb/space.hpp"

namespace omx::bench {

/// Signs by line.
using ReverbSigns = std::array<float, dsp::fdn_lines>;

constexpr bool reverb_no_other(int) {
  return false;
}

constexpr ReverbSigns reverb_signs(bool (*negative)(int), bool (*other)(int)) {
  ReverbSigns signs{};
  for (int i = 0; i < dsp::fdn_lines; ++i) {
    const bool minus = negative(i) != other(i);
    signs[static_cast<std::size_t>(i)] = minus ? -1.0F : 1.0F;
  }
  return signs;
}

class ScalarReverb final : public ScalarEffect<reverb::params> {
public:
  void prepare(double sample_rate_hz) override {
    rate_hz_ = sample_rate_hz;
    const reverb::Lines longest = reverb::longest_lines(rate_hz_);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      lines_[i].samples.resize(std::size_t(longest[i]));
    }
    for (int side = 0; side < reverb::sides; ++side) {
      const auto s = static_cast<std::size_t>(side);
      before_[s].samples.resize(
          std::size_t(0.2 * rate_hz_) + std::size_t(reverb::longest_early(rate_hz_)) + 2);
      const reverb::DiffuserLengths lengths = reverb::diffuser_lengths(side, rate_hz_);
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        diffusers_[s][i].samples.resize(std::size_t(lengths[i]));
      }
    }
    reset();
  }

  void reset() noexcept override {
    for (Ring& line : lines_) {
      line.clear();
    }
    for (std::size_t side = 0; side < reverb::sides; ++side) {
      before_[side].clear();
      for (Ring& ring : diffusers_[side]) {
        ring.clear();
      }
    }
    states_ = {};
    cuts_ = {};
    turn_at_ = 0;
    turn_step_ = 0;
    derive();
  }

  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    for (std::uint32_t i = 0; i < frames; ++i) {
      const float dry[2] = {in[0][i], in[1][i]};
      for (std::size_t side = 0; side < reverb::sides; ++side) {
        before_[side].push(diffused(side, dry[side]));
      }
      float wet[2] = {early_gain_ * early(0), early_gain_ * early(1)};
      add_tail(wet);
      for (std::size_t side = 0; side < reverb::sides; ++side) {
        for (std::size_t cut = 0; cut < 2; ++cut) {
          wet[side] = dsp::svf_tick(cut_[cut], cuts_[side][cut], wet[side]);
        }
      }
      out[0][i] = (1.0F - mix_) * dry[0] + mix_ * (width_.same * wet[0] + width_.other * wet[1]);
      out[1][i] = (1.0F - mix_) * dry[1] + mix_ * (width_.same * wet[1] + width_.other * wet[0]);
    }
  }

private:
  static constexpr ReverbSigns out_left = reverb_signs(dsp::fdn_out_negative, reverb_no_other);
  static constexpr ReverbSigns out_right = reverb_signs(dsp::fdn_out_negative, dsp::fdn_out_other);
  static constexpr ReverbSigns in_left = reverb_signs(dsp::fdn_in_negative, reverb_no_other);
  static constexpr ReverbSigns in_right = reverb_signs(dsp::fdn_in_negative, dsp::fdn_in_other);

  /// A line that is read any number of samples back.
  struct Ring {
    std::vector<float> samples;
    std::size_t at = 0;  // where the next sample goes

    void clear() noexcept {
      std::fill(samples.begin(), samples.end(), 0.0F);
      at = 0;
    }
    void push(float sample) noexcept {
      samples[at] = sample;
      at = at + 1 == samples.size() ? 0 : at + 1;
    }
    /// 1 is the sample pushed last.
    float back(std::size_t frames) const noexcept {
      return samples[at >= frames ? at - frames : at + samples.size() - frames];
    }
  };

  float diffused(std::size_t side, float x) noexcept {
    for (Ring& ring : diffusers_[side]) {
      const float y = ring.back(ring.samples.size()) - reverb::diffuser_gain * x;
      ring.push(x + reverb::diffuser_gain * y);
      x = y;
    }
    return x;
  }

  float early(std::size_t side) const noexcept {
    float sum = 0.0F;
    for (int k = 0; k < reverb::early_taps; ++k) {
      const auto tap = static_cast<std::size_t>(k);
      const Ring& from = before_[reverb::early_crosses(k) ? 1 - side : side];
      sum += reverb::early_gains[tap] *
             from.back(static_cast<std::size_t>(layout_.predelay + layout_.early[side][tap] + 1));
    }
    return sum;
  }

  void add_tail(float (&wet)[2]) noexcept {
    std::array<float, dsp::fdn_lines> y;
    float left_out = 0.0F;
    float right_out = 0.0F;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const float x = lines_[i].back(static_cast<std::size_t>(layout_.lines[i]));
      const dsp::Absorption& filter = absorptions_[i];
      states_[i] = filter.pole * states_[i] + (1.0F - filter.pole) * x;
      y[i] = filter.direct * x + filter.low * states_[i];
      left_out += out_left[i] * y[i];
      right_out += out_right[i] * y[i];
    }
    wet[0] += tail_gain_ * left_out;
    wet[1] += tail_gain_ * right_out;
    turn_pairs(y);
    for (std::size_t stride = 2; stride < y.size(); stride *= 2) {
      for (std::size_t i = 0; i < y.size(); ++i) {
        if ((i & stride) == 0) {
          const float a = y[i];
          y[i] = a + y[i + stride];
          y[i + stride] = a - y[i + stride];
        }
      }
    }
    const auto predelay = static_cast<std::size_t>(layout_.predelay + 1);
    const float left = 0.25F * before_[0].back(predelay);
    const float right = 0.25F * before_[1].back(predelay);
    for (std::size_t i = 0; i < y.size(); ++i) {
      lines_[i].push(y[i] + in_left[i] * left + in_right[i] * right);
    }
  }

  /// A turn of each pair, and the first stage of the Hadamard matrix over 4.
  void turn_pairs(std::array<float, dsp::fdn_lines>& y) noexcept {
    if (turn_at_ == turn_frames_) {
      turn_at_ = 0;
      ++turn_step_;
    }
    const float part = static_cast<float>(turn_at_) / static_cast<float>(turn_frames_);
    for (std::size_t k = 0; k < dsp::fdn_turns; ++k) {
      if (turn_at_ == 0) {
        from_[k] = gains_at(k, turn_step_);
        to_[k] = gains_at(k, turn_step_ + 1);
      }
      const float sum = from_[k][0] + part * (to_[k][0] - from_[k][0]);
      const float difference = from_[k][1] + part * (to_[k][1] - from_[k][1]);
      turn_pair(y[2 * k], y[2 * k + 1], sum, difference);
      turn_pair(y[2 * k + 8], y[2 * k + 9], difference, sum);
    }
    ++turn_at_;
  }

  static void turn_pair(float& a, float& b, float sum, float difference) noexcept {
    const float first = sum * a + difference * b;
    b = difference * a - sum * b;
    a = first;
  }

  std::array<float, 2> gains_at(std::size_t k, int step) const noexcept {
    const double turns = values_[reverb::param::motion] * reverb::turns_hz[k] * static_cast<double>(step) *
                         turn_frames_ / rate_hz_;
    const double angle = 2.0 * std::numbers::pi * turns;
    return {
        static_cast<float>(0.25 * (std::cos(angle) + std::sin(angle))),
        static_cast<float>(0.25 * (std::cos(angle) - std::sin(angle)))};
  }

  void derive() noexcept override {
    namespace param = reverb::param;
    const auto type = static_cast<reverb::Type>(values_.whole(param::type));
    layout_ = reverb::layout_of(type, values_[param::size], values_[param::predelay], rate_hz_);
    const bool damped = !values_.is_off(param::damping);
    absorptions_ = reverb::absorptions_of(
        layout_.lines, {values_[param::decay], damped ? values_[param::damping] : 0.0}, rate_hz_);
    tail_gain_ = reverb::tail_gain(layout_.lines, values_[param::decay], rate_hz_);
    early_gain_ = static_cast<float>(values_[param::early]) * reverb::early_level(type);
    width_ = reverb::width_gains(values_[param::width]);
    mix_ = static_cast<float>(values_[param::mix]);
    turn_frames_ = reverb::turn_frames_of(rate_hz_);
    cut_[0] = cut(dsp::FilterShape::high_pass, param::low_cut);
    cut_[1] = cut(dsp::FilterShape::low_pass, param::high_cut);
  }

  dsp::SvfSection cut(dsp::FilterShape shape, std::uint32_t index) const noexcept {
    const dsp::SvfSection section =
        dsp::design_filter({shape, values_[index], dsp::butterworth2_q, 0.0}, rate_hz_);
    return values_.is_off(index) ? section.passing() : section;
  }

  reverb::Layout layout_;
  dsp::FeedbackNetwork::Absorptions absorptions_{};
  float tail_gain_ = 1.0F;
  float early_gain_ = 0.0F;
  reverb::WidthGains width_{1.0F, 0.0F};
  float mix_ = 0.0F;
  dsp::SvfSection cut_[2];

  std::array<Ring, dsp::fdn_lines> lines_;
  std::array<Ring, reverb::sides> before_;
  std::array<std::array<Ring, reverb::diffuser_stages>, reverb::sides> diffusers_;
  std::array<float, dsp::fdn_lines> states_{};
  std::array<std::array<dsp::SvfState, 2>, reverb::sides> cuts_{};

  int turn_frames_ = 256;
  int turn_at_ = 0;  // frames since the last step
  int turn_step_ = 0;
  std::array<std::array<float, 2>, dsp::fdn_turns> from_{};
  std::array<std::array<float, 2>, dsp::fdn_turns> to_{};
};

}  // namespace omx::bench
