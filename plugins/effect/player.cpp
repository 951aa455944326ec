#include "effect/player.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/denormals.hpp"

namespace omx {

namespace {

/// Frames of silence that an open side chain gives at a time, and of mono sound that the stack holds.
constexpr std::uint32_t part_frames = 256;

constexpr float silence[part_frames] = {};

const float* part_or_silence(const float* channel, std::uint32_t at) noexcept {
  return channel == nullptr ? silence : channel + at;
}

}  // namespace

Player::Player(const RegisteredEffect& effect) : info_(*effect.info), effect_(effect.make()) {}

void Player::prepare(double sample_rate_hz) {
  effect_->prepare(sample_rate_hz);
  effect_->set_tempo(tempo_);
}

void Player::set_param(std::uint32_t index, double accepted) noexcept {
  effect_->set_param(index, played_value(info_.params[index], accepted));
}

void Player::set_tempo(double beats_per_minute) noexcept {
  const bool is_tempo = std::isfinite(beats_per_minute) && beats_per_minute > 0.0;
  const double tempo = is_tempo ? beats_per_minute : 0.0;
  if (tempo != tempo_) {
    tempo_ = tempo;
    effect_->set_tempo(tempo);
  }
}

void Player::play(const Buffers& buffers, std::uint32_t begin, std::uint32_t end) noexcept {
  const dsp::FlushDenormals flush;  // whatever the host does, so that all hosts hear the same
  const bool is_mono = buffers.channels == 1;
  const bool is_open =
      info_.has_side_chain && (buffers.side_chain[0] == nullptr || buffers.side_chain[1] == nullptr);
  const std::uint32_t longest = is_mono || is_open ? part_frames : end - begin;
  for (std::uint32_t at = begin; at < end;) {
    const std::uint32_t frames = std::min(longest, end - at);
    if (is_mono) {
      play_mono_part(buffers, at, frames);
    } else {
      play_part(buffers, at, frames);
    }
    at += frames;
  }
}

void Player::play_part(const Buffers& buffers, std::uint32_t at, std::uint32_t frames) noexcept {
  const float* const in[] = {
      buffers.in[0] + at, buffers.in[1] + at, part_or_silence(buffers.side_chain[0], at),
      part_or_silence(buffers.side_chain[1], at)};
  float* const out[] = {buffers.out[0] + at, buffers.out[1] + at};
  effect_->process(in, out, frames);
}

void Player::play_mono_part(const Buffers& buffers, std::uint32_t at, std::uint32_t frames) noexcept {
  float left[part_frames];
  float right[part_frames];
  std::copy_n(buffers.in[0] + at, frames, left);
  std::copy_n(buffers.in[0] + at, frames, right);
  const float* side = part_or_silence(buffers.side_chain[0], at);
  const float* const in[] = {left, right, side, side};
  float* const out[] = {left, right};
  effect_->process(in, out, frames);
  float* mono = buffers.out[0] + at;
  for (std::uint32_t i = 0; i < frames; ++i) {
    mono[i] = 0.5F * left[i] + 0.5F * right[i];
  }
}

double played_value(const ParamInfo& param, double accepted) noexcept {
  const auto single = static_cast<float>(accepted);
  for (const double exact : {param.default_value, param.min_value, param.max_value}) {
    if (single == static_cast<float>(exact)) {
      return exact;
    }
  }
  return static_cast<double>(single);
}

}  // namespace omx
