/// What the plain versions of chorus and flanger share: a delay line read between samples, and a slow wave.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "dsp/sinc_table.hpp"

namespace omx::bench {

/// One delay line.
class ScalarLine {
public:
  ScalarLine() = default;
  explicit ScalarLine(std::size_t longest_frames) : samples_(longest_frames + dsp::SincTable::taps) {}

  /// The value so many frames before the next sample to be written.
  float read(double delay_frames) const noexcept {
    const double longest = double(samples_.size() - dsp::SincTable::taps);
    const double delay = std::clamp(delay_frames, double(dsp::SincTable::reach), longest);
    const auto whole = std::size_t(delay);
    const double place = (delay - double(whole)) * dsp::SincTable::rows;
    const auto row = std::size_t(place);
    const auto between = float(place - double(row));
    const float* a = dsp::sinc_table.row[row];
    const float* b = dsp::sinc_table.row[row + 1];
    std::size_t at = (head_ + 2 * samples_.size() - whole - dsp::SincTable::reach) % samples_.size();
    float sum = 0.0F;
    for (std::size_t k = 0; k < dsp::SincTable::taps; ++k) {
      sum += (a[k] + between * (b[k] - a[k])) * samples_[at];
      at = at + 1 == samples_.size() ? 0 : at + 1;
    }
    return sum;
  }

  void write(float sample) noexcept {
    samples_[head_] = sample;
    head_ = head_ + 1 == samples_.size() ? 0 : head_ + 1;
  }

private:
  std::vector<float> samples_;
  std::size_t head_ = 0;
};

/// From -1 to 1 over one turn.
inline double scalar_wave(double turns, bool triangle) noexcept {
  const double turn = turns - std::floor(turns);
  if (!triangle) {
    return std::sin(2.0 * std::numbers::pi * turn);
  }
  return turn < 0.25 ? 4.0 * turn : turn < 0.75 ? 2.0 - 4.0 * turn : 4.0 * turn - 4.0;
}

/// By how many turns a voice is ahead of the first.
inline constexpr double scalar_voice_turns[] = {0.0, 0.5, 0.25, 0.75};

/// What the dials say, and how far the wave has come.
struct ScalarSweep {
  std::size_t voices = 1;
  float gain = 1.0F;        // of each voice
  double shortest = 0.0;    // delay, in frames
  double half_depth = 0.0;  // in frames
  double spread = 0.0;      // in turns
  bool triangle = false;
  double turns_per_frame = 0.0;
  double turns = 0.0;

  double middle() const noexcept { return shortest + half_depth; }

  /// The sum of the voices of a side.
  float heard(const ScalarLine& line, bool is_right) const noexcept {
    float sum = 0.0F;
    for (std::size_t v = 0; v < voices; ++v) {
      const double turn = turns + scalar_voice_turns[v] + (is_right ? spread : 0.0);
      sum += gain * line.read(middle() + half_depth * scalar_wave(turn, triangle));
    }
    return sum;
  }

  void advance() noexcept {
    turns += turns_per_frame;
    turns -= std::floor(turns);
  }
};

}  // namespace omx::bench
