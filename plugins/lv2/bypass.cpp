#include "lv2/bypass.hpp"

#include <algorithm>

namespace omx::lv2 {

void Bypass::prepare(const Player& player, double sample_rate_hz, std::uint32_t channels) {
  channels_ = channels;
  fade_frames_ = static_cast<std::uint32_t>(std::max(0.01 * sample_rate_hz, 1.0));
  for (std::uint32_t channel = 0; channel < channels; ++channel) {
    late_[channel].assign(player.latency_frames(), 0.0F);
  }
  reset();
}

void Bypass::reset() noexcept {
  is_fresh_ = true;
  late_at_ = 0;
  for (std::vector<float>& channel : late_) {
    std::fill(channel.begin(), channel.end(), 0.0F);
  }
}

void Bypass::set_enabled(bool is_enabled) noexcept {
  is_enabled_ = is_enabled;
  if (is_fresh_) {
    is_fresh_ = false;
    position_ = is_enabled ? fade_frames_ : 0;
  }
}

void Bypass::play(Player& player, const Buffers& buffers, std::uint32_t begin, std::uint32_t end) noexcept {
  const bool has_latency = !late_[0].empty();
  for (std::uint32_t at = begin; at < end;) {
    if (is_enabled_ && is_settled() && !has_latency) {
      player.play(buffers, at, end);
      return;
    }
    const std::uint32_t frames = std::min(part_frames, end - at);
    play_part(player, buffers, at, frames);
    at += frames;
  }
}

void Bypass::play_part(
    Player& player, const Buffers& buffers, std::uint32_t at, std::uint32_t frames) noexcept {
  Dry dry;
  take_dry(buffers, at, frames, dry);
  if (is_enabled_ || position_ > 0) {
    if (position_ == 0) {
      player.reset();
    }
    player.play(buffers, at, at + frames);
  }
  if (!is_enabled_ || position_ < fade_frames_) {
    fade(buffers, at, frames, dry);
  }
}

/// The input of a part before the effect may overwrite it, late by the latency.
void Bypass::take_dry(const Buffers& buffers, std::uint32_t at, std::uint32_t frames, Dry& dry) noexcept {
  const auto latency = static_cast<std::uint32_t>(late_[0].size());
  for (std::uint32_t channel = 0; channel < channels_; ++channel) {
    std::copy_n(buffers.in[channel] + at, frames, dry[channel]);
    std::uint32_t late_at = late_at_;
    for (std::uint32_t i = 0; latency > 0 && i < frames; ++i) {
      std::swap(dry[channel][i], late_[channel][late_at]);
      late_at = late_at + 1 == latency ? 0 : late_at + 1;
    }
  }
  late_at_ = latency > 0 ? (late_at_ + frames) % latency : 0;
}

void Bypass::fade(const Buffers& buffers, std::uint32_t at, std::uint32_t frames, const Dry& dry) noexcept {
  for (std::uint32_t i = 0; i < frames; ++i) {
    if (is_enabled_) {
      position_ = std::min(position_ + 1, fade_frames_);
    } else {
      position_ -= position_ > 0 ? 1 : 0;
    }
    const float wet = static_cast<float>(position_) / static_cast<float>(fade_frames_);
    for (std::uint32_t channel = 0; channel < channels_; ++channel) {
      float& out = buffers.out[channel][at + i];
      if (position_ == 0) {
        out = dry[channel][i];
      } else if (position_ < fade_frames_) {
        out = dry[channel][i] + wet * (out - dry[channel][i]);
      }
    }
  }
}

}  // namespace omx::lv2
