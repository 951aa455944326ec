/// Switches an effect off and on without a click. CLAP's hosts do this themselves; LV2 leaves it to the
/// plugin.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "effect/player.hpp"

namespace omx::lv2 {

/// Fades between an effect and its input, which is as late as the effect. While the effect is off it does
/// not run; it begins anew when it is switched on. Once a fade is over the output is exactly the effect's or
/// the input's.
class Bypass {
public:
  /// Frames of one fade: 10 ms. Player::prepare() comes first. May allocate: not on the audio thread.
  void prepare(const Player& player, double sample_rate_hz, std::uint32_t channels);

  // The rest runs on the audio thread.

  /// Forgets all sound; the next state that is set holds at once.
  void reset() noexcept;

  /// The state from the next frame on.
  void set_enabled(bool is_enabled) noexcept;

  /// As Player::play.
  void play(Player& player, const Buffers& buffers, std::uint32_t begin, std::uint32_t end) noexcept;

private:
  static constexpr std::uint32_t part_frames = 256;
  using Dry = std::array<float[part_frames], 2>;

  bool is_settled() const noexcept { return position_ == (is_enabled_ ? fade_frames_ : 0); }
  void play_part(Player& player, const Buffers& buffers, std::uint32_t at, std::uint32_t frames) noexcept;
  void take_dry(const Buffers& buffers, std::uint32_t at, std::uint32_t frames, Dry& dry) noexcept;
  void fade(const Buffers& buffers, std::uint32_t at, std::uint32_t frames, const Dry& dry) noexcept;

  std::uint32_t channels_ = 2;
  std::uint32_t fade_frames_ = 1;
  std::uint32_t position_ = 1;  ///< 0: off, fade_frames_: on
  bool is_enabled_ = true;
  bool is_fresh_ = true;
  std::array<std::vector<float>, 2> late_;  ///< the input of the last frames, as many as the latency
  std::uint32_t late_at_ = 0;
};

}  // namespace omx::lv2
