/// All-passes in series, which spread one echo over many without colour.
#pragma once

#include <algorithm>
#include <array>

#include "dsp/delay_line.hpp"
#include "dsp/simd.hpp"

namespace omx::dsp {

/// Each all-pass of d frames is y[n] = v[n-d] - g x[n] with v[n] = x[n] + g y[n].
/// Source: M. R. Schroeder, "Natural sounding artificial reverberation" (JAES 10, 1962).
///
/// The same bits for every split into blocks. One channel; the caller flushes denormals.
template <int Stages>
class Diffuser {
public:
  using Lengths = std::array<int, Stages>;

  /// Allocates what the lengths need.
  void prepare(const Lengths& frames, float gain) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      lines_[i].prepare(frames[i]);
    }
    gain_ = gain;
    shortest_ = *std::min_element(frames.begin(), frames.end());
  }

  void clear() noexcept {
    for (DelayLine& line : lines_) {
      line.clear();
    }
  }

  /// Frames that can be done at once.
  int longest_part() const noexcept { return std::min(shortest_, max_part_frames); }

  /// In place; at most longest_part() frames.
  void process(float* io, int frames) noexcept {
    for (DelayLine& line : lines_) {
      pass(line, io, frames);
    }
  }

private:
  static constexpr int max_part_frames = 128;

  void pass(DelayLine& line, float* io, int frames) const noexcept {
    float scratch[max_part_frames];
    const int length = line.longest_delay_frames();
    const float* from = line.find(length, frames);
    if (from == nullptr) {
      line.read(scratch, length, frames);
      from = scratch;
    }
    float* const place = line.place(frames);
    float* const to = place != nullptr ? place : scratch;
    int n = 0;
    for (; n + 4 <= frames; n += 4) {
      pass_at<Simd<4>::Float>(io + n, from + n, to + n);
    }
    for (; n < frames; ++n) {
      pass_at<float>(io + n, from + n, to + n);
    }
    if (place != nullptr) {
      line.advance(frames);
    } else {
      line.write(scratch, frames);
    }
  }

  template <typename Value>
  void pass_at(float* io, const float* from, float* to) const noexcept {
    Value x;
    Value past;
    load(x, io);
    load(past, from);
    const Value y = past - gain_ * x;
    store(io, y);
    store(to, Value(x + gain_ * y));
  }

  std::array<DelayLine, Stages> lines_;
  float gain_ = 0.0F;
  int shortest_ = 1;
};

}  // namespace omx::dsp
