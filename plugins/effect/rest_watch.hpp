/// Looks for the end of all sound.
#pragma once

#include <algorithm>

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
