/// A crossfade in a straight line.
#pragma once

#include <algorithm>

#include "dsp/simd.hpp"

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

  /// The gains, in the next frames, of what fades in; 1 on the last frame. The rest belongs to what fades
  /// out.
  void gains(float* to, int frames) const noexcept {
    for (int i = 0; i < frames; ++i) {
      to[i] = static_cast<float>(frames_ - left_ + i + 1) / static_cast<float>(frames_);
    }
  }

  void advance(int frames) noexcept { left_ -= std::min(frames, left_); }

private:
  int frames_ = 1;
  int left_ = 0;
};

/// One frame, or several at once in vectors: old + gain * (now - old) in place of what is now.
template <typename Value>
[[gnu::always_inline]] inline void crossfade_at(float* now, const float* old, const float* gains) noexcept {
  Value n;
  Value o;
  Value g;
  load(n, now);
  load(o, old);
  load(g, gains);
  store(now, Value(o + g * (n - o)));
}

/// Fades from `old` to `now`, in place of `now`.
inline void crossfade(float* now, const float* old, const float* gains, int frames) noexcept {
  int i = 0;
  for (; i + 4 <= frames; i += 4) {
    crossfade_at<Simd<4>::Float>(now + i, old + i, gains + i);
  }
  for (; i < frames; ++i) {
    crossfade_at<float>(now + i, old + i, gains + i);
  }
}

}  // namespace omx::dsp
