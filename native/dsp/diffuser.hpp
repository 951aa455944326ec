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
    float scratch[Stages][max_part_frames];
    Row rows[Stages];
    for (int i = 0; i < Stages; ++i) {
      rows[i] = connect(lines_[static_cast<std::size_t>(i)], scratch[i], frames);
    }
    int n = 0;
    for (; n + 4 <= frames; n += 4) {
      pass_at<Simd<4>::Float>(io, rows, n);
    }
    for (; n < frames; ++n) {
      pass_at<float>(io, rows, n);
    }
    for (int i = 0; i < Stages; ++i) {
      DelayLine& line = lines_[static_cast<std::size_t>(i)];
      if (rows[i].to == scratch[i]) {
        line.write(scratch[i], frames);
      } else {
        line.advance(frames);
      }
    }
  }

private:
  static constexpr int max_part_frames = 128;

  /// Where a line is read and written: in its own ring where that has the part in one piece.
  struct Row {
    const float* from;
    float* to;
  };

  static Row connect(DelayLine& line, float* scratch, int frames) noexcept {
    const int length = line.longest_delay_frames();
    Row row{line.find(length, frames), line.place(frames)};
    if (row.from == nullptr) {
      line.read(scratch, length, frames);
      row.from = scratch;
    }
    if (row.to == nullptr) {
      row.to = scratch;
    }
    return row;
  }

  /// One frame, or several at once in vectors, through all stages.
  template <typename Value>
  void pass_at(float* io, const Row (&rows)[Stages], int n) const noexcept {
    Value x;
    load(x, io + n);
    for (const Row& row : rows) {
      Value past;
      load(past, row.from + n);
      const Value y = past - gain_ * x;
      store(row.to + n, Value(x + gain_ * y));
      x = y;
    }
    store(io + n, x);
  }

  std::array<DelayLine, Stages> lines_;
  float gain_ = 0.0F;
  int shortest_ = 1;
};

}  // namespace omx::dsp
