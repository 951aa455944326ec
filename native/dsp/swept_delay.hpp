/// Two delay lines read by up to four moving taps each, with feedback: the core of a chorus or a flanger.
#pragma once

#include <cstdint>
#include <vector>

#include "dsp/sinc_table.hpp"

namespace omx::dsp {

/// What the taps do in the next frames. Delays are counted in 2^-16 of a frame. A tap of voice v is at
///
///     middle + half_depth * wave(phase + v's offset + (right: spread))
///
/// frames before now; the offsets of the voices are 0, 1/2, 1/4 and 3/4 of a turn. The wave is a sine, or for
/// `triangle` 1 a triangle, or anything between.
struct Sweep {
  static constexpr int max_frames = 64;
  static constexpr int max_voices = 4;

  int frames = 0;
  int voices = 1;                                     ///< taps to read; voices beyond are silent
  alignas(32) std::uint32_t phase[max_frames] = {};   ///< in 2^-32 of a turn
  alignas(32) std::uint32_t spread[max_frames] = {};  ///< in 2^-32 of a turn
  alignas(32) std::int32_t middle[max_frames] = {};
  alignas(32) float half_depth[max_frames] = {};
  alignas(32) float triangle[max_frames] = {};
  alignas(32) float gain[max_voices][max_frames] = {};
  alignas(32) float feedback[max_frames] = {};  ///< of the sum of the taps into the line
};

/// Interpolates with sinc_table. The same bits for every split into blocks and on every processor.
class SweptDelay {
public:
  static constexpr int one_frame = 1 << 16;  ///< in the units of Sweep
  static constexpr int shortest_frames = SincTable::reach;

  /// `lanes` as for SvfCascade: 8 needs AVX2 on x86.
  explicit SweptDelay(int lanes = 0) noexcept;

  /// Allocates; the lines are then empty.
  void prepare(int longest_delay_frames);

  /// Makes the past silent. Takes as long as the lines are.
  void clear() noexcept;

  /// The sum of the taps for each frame. The input, and the feedback, go into the lines. Taps stay between
  /// shortest_frames and the longest delay.
  void process(
      const Sweep& sweep, const float* left, const float* right, float* out_left, float* out_right) noexcept;

  /// Puts frames into the lines without reading any.
  void write(const float* left, const float* right, int frames) noexcept;

  int longest_delay_frames() const noexcept { return longest_frames_; }

  /// Frames that a line holds: after so many silent ones nothing is left of the past.
  int memory_frames() const noexcept { return longest_frames_ + SincTable::taps; }

  /// What the inner loop works on.
  struct Rings {
    float* ring[2];  ///< memory, and the first samples once more, so that taps need no wrapping
    int size;
    int head;  ///< where the next sample goes
    std::int32_t longest;
  };

private:
  using Run = void (*)(Rings&, const Sweep&, const float* const*, float* const*) noexcept;

  Run run_;
  int longest_frames_ = 0;
  int head_ = 0;
  std::vector<float> rings_[2];
};

}  // namespace omx::dsp
