/// A ring of past samples.
#pragma once

#include <algorithm>
#include <vector>

namespace omx::dsp {

/// Holds exactly the longest delay asked for. Clearing takes no time: what was written before is never read
/// again.
class DelayLine {
public:
  /// Allocates; the line is then empty.
  void prepare(int longest_delay_frames) {
    ring_.assign(static_cast<std::size_t>(longest_delay_frames), 0.0F);
    clear();
  }

  int longest_delay_frames() const noexcept { return static_cast<int>(ring_.size()); }

  /// Makes all of the past silent.
  void clear() noexcept {
    head_ = 0;
    filled_ = 0;
  }

  /// Copies `frames` samples that start `delay` frames before the next one to be written.
  /// 1 <= frames <= delay <= longest_delay_frames().
  void read(float* to, int delay, int frames) const noexcept {
    if (const float* const whole = find(delay, frames); whole != nullptr) {
      std::copy(whole, whole + frames, to);
      return;
    }
    const int unwritten = std::clamp(delay - filled_, 0, frames);
    std::fill(to, to + unwritten, 0.0F);
    int from = head_ - delay + unwritten;
    if (from < 0) {
      from += longest_delay_frames();
    }
    const int rest = frames - unwritten;
    const int until_end = std::min(rest, longest_delay_frames() - from);
    const float* ring = ring_.data();
    std::copy(ring + from, ring + from + until_end, to + unwritten);
    std::copy(ring, ring + (rest - until_end), to + unwritten + until_end);
  }

  /// The samples that read() would copy, where they lie in one piece; otherwise null.
  const float* find(int delay, int frames) const noexcept {
    int from = head_ - delay;
    if (from < 0) {
      from += longest_delay_frames();
    }
    return delay <= filled_ && from + frames <= longest_delay_frames() ? ring_.data() + from : nullptr;
  }

  /// The place of the next samples, where they fit in one piece; otherwise null. Fill it, then call
  /// advance().
  float* place(int frames) noexcept {
    return head_ + frames <= longest_delay_frames() ? ring_.data() + head_ : nullptr;
  }

  /// Appends what place() has been filled with.
  void advance(int frames) noexcept {
    head_ += frames;
    if (head_ >= longest_delay_frames()) {
      head_ -= longest_delay_frames();
    }
    filled_ = std::min(filled_ + frames, longest_delay_frames());
  }

  /// Appends at most longest_delay_frames() samples.
  void write(const float* from, int frames) noexcept {
    const int until_end = std::min(frames, longest_delay_frames() - head_);
    std::copy(from, from + until_end, ring_.data() + head_);
    std::copy(from + until_end, from + frames, ring_.data());
    advance(frames);
  }

private:
  std::vector<float> ring_;
  int head_ = 0;    // where the next sample goes
  int filled_ = 0;  // samples written since the line was cleared
};

}  // namespace omx::dsp
