/// A crossfade in a straight line.
#pragma once

#include <algorithm>

namespace omx::dsp {

/// The same gains for every split into blocks: only frames move it.
class Fade {
public:
  /// Starts anew; 0 ends it.
  void begin(int frames) noexcept {
    frames_ = std::max(frames, 1);
    left_ = frames;
  }

  bool running() const noexcept { return left_ > 0; }

  /// The longest part of a block, of at most `frames`, that does not reach beyond the end of the fade.
  int part_frames(int frames) const noexcept { return running() ? std::min(frames, left_) : frames; }

  /// The gain of what fades in, `i` frames from now; 1 on the last frame. The rest belongs to what fades out.
  float gain(int i) const noexcept {
    return static_cast<float>(frames_ - left_ + i + 1) / static_cast<float>(frames_);
  }

  void advance(int frames) noexcept { left_ -= std::min(frames, left_); }

private:
  int frames_ = 1;
  int left_ = 0;
};

}  // namespace omx::dsp
