/// What the plain forms of compressor and de-esser share: dsp::PeakHold by its definition.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "dsp/peak_hold.hpp"

namespace omx::bench {

/// The peaks of both sides over the cells just past.
class ScalarPeaks {
public:
  void clear() noexcept {
    sides_ = {};
    cell_at_ = 0;
    cell_frame_ = 0;
  }

  void set_cell_frames(int frames) noexcept { cell_frames_ = frames; }

  double hold_frames() const noexcept { return (double(cells) + 0.5) * cell_frames_; }

  /// The level in dB of a side, whose newest sample is x.
  double level_db(std::size_t side, float x) noexcept {
    Side& s = sides_[side];
    s.cell_peak = std::max(s.cell_peak, std::fabs(x));
    const float peak = std::max(s.cell_peak, s.held_peak);
    return 20.0 * std::log10(std::max(static_cast<double>(peak), 1e-20));
  }

  /// Both sides have had their sample.
  void end_frame() noexcept {
    if (++cell_frame_ != cell_frames_) {
      return;
    }
    for (Side& side : sides_) {
      side.peaks[cell_at_] = side.cell_peak;
      side.cell_peak = 0.0F;
      side.held_peak = *std::max_element(side.peaks.begin(), side.peaks.end());
    }
    cell_at_ = (cell_at_ + 1) % cells;
    cell_frame_ = 0;
  }

private:
  static constexpr std::size_t cells = dsp::PeakHold::cells;

  struct Side {
    std::array<float, cells> peaks{};
    float cell_peak = 0.0F;
    float held_peak = 0.0F;
  };

  std::array<Side, 2> sides_;
  std::size_t cell_at_ = 0;
  int cell_frame_ = 0;
  int cell_frames_ = 1;
};

}  // namespace omx::bench
