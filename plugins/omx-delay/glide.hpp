/// A tap that moves to a new place without a jump, as the head of a tape machine would.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "dsp/delay_line.hpp"
#include "dsp/simd.hpp"
#include "dsp/sinc_table.hpp"

namespace omx::delay {

/// A delay in frames that follows its target through two one-pole low-passes with the same pole p:
///
///     a' = a + clamp((1-p) (target - a), -fastest, fastest)
///     d' = d + (1-p) (a' - d)
///
/// A step that stays below the clamp takes the way 1 - p^n - n (1-p) p^n, n frames after it. It never
/// overshoots, and the delay never changes by more than `fastest` a frame. The same values for every split
/// into blocks.
class Glide {
public:
  static constexpr double fastest = 0.5;

  /// A tap needs so many frames of delay: the interpolation looks at samples behind it.
  static constexpr int shortest_frames = dsp::SincTable::reach;

  /// Time constant of each low-pass in frames.
  void prepare(double time_constant_frames) noexcept { step_ = 1.0 - std::exp(-1.0 / time_constant_frames); }

  /// Puts the tap to a place, where it rests.
  void put(int frames) noexcept { delay_ = aim_ = target_ = std::max(frames, shortest_frames); }

  void aim(int frames) noexcept { target_ = std::max(frames, shortest_frames); }

  bool moving() const noexcept { return delay_ != target_ || aim_ != target_; }

  /// Frames that can be read at once: none of them falls into the part.
  int part_frames(int frames) const noexcept {
    const auto free = static_cast<int>((delay_ - shortest_frames - 1.0) / (1.0 + fastest));
    return std::clamp(free, 1, frames);
  }

  /// What the tap hears in the next frames; at most part_frames().
  void read(float* to, const dsp::DelayLine& line, int frames) noexcept {
    for (int i = 0; i < frames; ++i) {
      advance();
      to[i] = heard(line, i);
    }
  }

private:
  using Float = dsp::Simd<4>::Float;

  /// Nearer than this is there.
  static constexpr double arrived = 0x1p-17;

  void advance() noexcept {
    aim_ += std::clamp(step_ * (target_ - aim_), -fastest, fastest);
    delay_ += step_ * (aim_ - delay_);
    if (std::fabs(target_ - aim_) < arrived && std::fabs(target_ - delay_) < arrived) {
      delay_ = aim_ = target_;
    }
  }

  /// The sound `delay_` before frame i of a part that is not yet in the line, by sinc_table.
  float heard(const dsp::DelayLine& line, int i) const noexcept {
    constexpr int taps = dsp::SincTable::taps;
    const double delay = std::max(delay_, double(shortest_frames));  // rounding may go below
    const auto place = static_cast<std::int64_t>(delay * 0x1p16);
    const auto fraction = static_cast<std::uint32_t>(place) & 0xFFFFU;
    const int from = static_cast<int>(place >> 16) + dsp::SincTable::reach - i;
    float scratch[taps];
    const float* samples = line.find(from, taps);
    if (samples == nullptr) {
      line.read(scratch, from, taps);
      samples = scratch;
    }
    const float* row = dsp::sinc_table.row[fraction >> 8U];
    const float between = static_cast<float>(fraction & 0xFFU) * 0x1p-8F;
    Float sum{};
    for (int k = 0; k < taps; k += 4) {
      Float a;
      Float b;
      Float x;
      dsp::load(a, row + k);
      dsp::load(b, row + taps + k);
      dsp::load(x, samples + k);
      sum += (a + between * (b - a)) * x;
    }
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
  }

  double step_ = 1.0;
  double target_ = shortest_frames;
  double aim_ = shortest_frames;
  double delay_ = shortest_frames;
};

}  // namespace omx::delay
