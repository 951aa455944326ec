/// The peak level of a stereo signal over the time just past.
#pragma once

#include <algorithm>
#include <iterator>

#include "dsp/simd.hpp"

namespace omx::dsp {

/// A sliding maximum of the magnitude. A sine of at least one half-wave per window has a level that stands
/// still at its amplitude, so that a gain made from it does not follow the wave. The window is a row of cells
/// on a grid of frames: a peak counts for 16 to 17 cells. Only frames move it: block sizes do not matter.
class PeakHold {
public:
  static constexpr int cells = 16;

  PeakHold() noexcept { clear(); }

  /// From the next cell on. At least 1.
  void set_cell_frames(int frames) noexcept { cell_frames_ = frames; }
  int cell_frames() const noexcept { return cell_frames_; }

  /// The size of cell for peaks that count for 10 ms, or for a quarter of the release if that is shorter.
  static int cell_frames_for(double release_frames, double sample_rate_hz) noexcept {
    const double hold_frames = std::min(0.001 * 10.0 * sample_rate_hz, 0.25 * release_frames);
    return std::max(static_cast<int>(hold_frames / cells), 1);
  }

  /// Frames for which a peak counts, on average.
  double hold_frames() const noexcept { return (cells + 0.5) * cell_frames_; }

  void clear() noexcept { start_from(0.0F, 0.0F); }

  /// As if these had just been the levels.
  void start_from(float left, float right) noexcept {
    std::fill(std::begin(ring_), std::end(ring_), 0.0F);
    next_cell_ = 0;
    frames_left_ = cell_frames_;
    cell_ = Float{left, right, left, right};
    level_ = cell_;
  }

  /// Interleaved stereo frames to their levels; in place is fine.
  void process(float* to, const float* io, int frames) noexcept {
    while (frames > 0) {
      const int part = std::min(frames, frames_left_);
      run(to, io, part);
      to += 2 * part;
      io += 2 * part;
      frames -= part;
      frames_left_ -= part;
      if (frames_left_ == 0) {
        end_cell();
      }
    }
  }

  float level(int channel) const noexcept { return level_[channel]; }

private:
  using Float = Simd<4>::Float;
  using Int = Simd<4>::Int;

  static void larger(Float& to, const Float& a, const Float& b) noexcept { to = a > b ? a : b; }

  static void magnitude(Float& to, const Float& x) noexcept {
    to = __builtin_bit_cast(Float, __builtin_bit_cast(Int, x) & 0x7fffffff);
  }

  /// Two frames at a time: the second one counts what the first one has reached.
  void run(float* to, const float* io, int frames) noexcept {
    Float level = level_;
    Float cell = cell_;
    Float x;
    int i = 0;
    for (; i + 2 <= frames; i += 2) {
      load(x, io + 2 * i);
      magnitude(x, x);
      larger(cell, cell, x);
      const Float first = __builtin_shufflevector(Float{}, x, 0, 1, 4, 5);
      larger(x, x, first);
      larger(x, x, level);
      store(to + 2 * i, x);
      level = __builtin_shufflevector(x, x, 2, 3, 2, 3);
    }
    if (i < frames) {
      x = Float{io[2 * i], io[2 * i + 1], 0.0F, 0.0F};
      magnitude(x, x);
      x = __builtin_shufflevector(x, x, 0, 1, 0, 1);
      larger(cell, cell, x);
      larger(level, level, x);
      to[2 * i] = level[0];
      to[2 * i + 1] = level[1];
    }
    level_ = level;
    cell_ = cell;
  }

  void end_cell() noexcept {
    larger(cell_, cell_, __builtin_shufflevector(cell_, cell_, 2, 3, 0, 1));
    ring_[2 * next_cell_] = cell_[0];
    ring_[2 * next_cell_ + 1] = cell_[1];
    next_cell_ = (next_cell_ + 1) % cells;
    cell_ = Float{};
    Float most{};
    Float two;
    for (int i = 0; i < 2 * cells; i += 4) {
      load(two, ring_ + i);
      larger(most, most, two);
    }
    larger(level_, most, __builtin_shufflevector(most, most, 2, 3, 0, 1));
    frames_left_ = cell_frames_;
  }

  alignas(16) float ring_[2 * cells];  // peaks of the last cells, as pairs
  Float level_;                        // now, twice
  Float cell_;                         // peaks of this cell; both pairs count
  int next_cell_;
  int cell_frames_ = 1;
  int frames_left_;
};

}  // namespace omx::dsp
