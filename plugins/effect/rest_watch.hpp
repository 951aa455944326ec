/// Looks for the end of all sound.
#pragma once

#include <algorithm>
#include <cstdint>

namespace omx {

/// Counts silence, and says when to look whether an effect can rest: on a fixed grid of frames, so that block
/// sizes do not matter.
class RestWatch {
public:
  static constexpr int grid_frames = 1024;

  void reset() noexcept {
    frames_to_look_ = grid_frames;
    silent_frames_ = 0;
  }

  /// The longest part of a block, of at most `frames`, that does not reach beyond the next look.
  int part_frames(int frames) const noexcept { return std::min(frames, frames_to_look_); }

  /// Plays a block in parts of at most `most` frames. `play(at, frames)` plays one and gives the frames of it
  /// up to and including the last one that held sound; `look()` is called when it is time to look.
  template <typename Play, typename Look>
  void in_parts(std::uint32_t frames, int most, const Play& play, const Look& look) noexcept {
    for (std::uint32_t at = 0; at < frames;) {
      const auto left = static_cast<int>(std::min(frames - at, static_cast<std::uint32_t>(most)));
      const int part = part_frames(left);
      const int sounding = play(at, part);
      at += static_cast<std::uint32_t>(part);
      if (pass(sounding, part)) {
        look();
      }
    }
  }

  /// A part has been played, of which only the first `sounding` frames held sound. True when it is time to
  /// look.
  bool pass(int sounding, int frames) noexcept {
    silent_frames_ = sounding > 0 ? frames - sounding : std::min(silent_frames_ + frames, longest_frames);
    frames_to_look_ -= frames;
    if (frames_to_look_ > 0) {
      return false;
    }
    frames_to_look_ = grid_frames;
    return true;
  }

  /// Frames since the last one that held sound.
  int silent_frames() const noexcept { return silent_frames_; }

private:
  static constexpr int longest_frames = 1 << 30;

  int frames_to_look_ = grid_frames;
  int silent_frames_ = 0;
};

}  // namespace omx
