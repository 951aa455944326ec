/// Sixteen times the sample rate and back, in linear phase, for what must not alias.
#pragma once

#include <cstdint>

namespace omx::dsp {

/// Samples at the higher rate, apart by phase: row p holds samples p, p+factor, p+2*factor... An element-wise
/// function needs to know no more than that; filters run along the rows, in vectors of any width.
struct OversampledBlock {
  static constexpr int max_phases = 16;
  static constexpr int max_frames = 64;
  static constexpr int history = 8;  ///< past frames at the start of a row

  float* phase(int p) noexcept { return row[p] + history; }

  alignas(32) float row[max_phases][history + max_frames];
};

/// One channel. Half-band filters by stages: 139 taps for the first doubling, then 27, 19, 11; on the way
/// down the last stage has 161 taps. Up to 20 kHz at 48 kHz and 18.4 kHz at 44.1 kHz the level is within
/// 0.002 dB. What lies above 0.5208 of the sample rate (25 kHz at 48 kHz) is down by 98 dB before it could
/// fold.
///
/// The same bits for every split into blocks and on every processor. No allocation.
class Oversampler {
public:
  /// 16 up to 50 kHz, 8 up to 100 kHz, 4 above: the inner rate stays the same.
  static int factor_for(double sample_rate_hz) noexcept;

  /// `factor` is 4, 8 or 16; `lanes` as for SvfCascade: 8 needs AVX2 on x86.
  explicit Oversampler(int factor = 16, int lanes = 0) noexcept;

  void clear() noexcept;

  /// At most OversampledBlock::max_frames frames from `in` to block.phase(0) ... phase(factor-1). Rows may be
  /// written beyond `frames`, up to a multiple of 8.
  void up(OversampledBlock& block, const float* in, int frames) noexcept;

  /// The way back from all rows, latency_frames() later; `out` has room for a multiple of 8 frames.
  void down(float* out, OversampledBlock& block, int frames) noexcept;

  int factor() const noexcept { return factor_; }

  /// Frames from up's `in` to down's `out`: a whole number.
  int latency_frames() const noexcept { return latency_frames_; }

  /// Frames of silence after which nothing of the past is left.
  int memory_frames() const noexcept { return 2 * latency_frames_ + 8; }

  // Frames of the past that each stage keeps, by the phases of its slower side.
  static constexpr int up_history = 72;
  static constexpr int down_history = 80;

  /// The past of one channel.
  struct State {
    float up1[up_history];
    float up2[2][OversampledBlock::history];
    float up4[4][OversampledBlock::history];
    float up8[8][OversampledBlock::history];
    float down16[16][OversampledBlock::history];
    float down8[8][OversampledBlock::history];
    float down4[4][OversampledBlock::history];
    float down2[2][down_history];
  };

  /// What a way up or down needs to know.
  struct Plan {
    int factor;
    bool late[5];  ///< by stage, 1 to 4: whether the odd sample of each pair is the newest one used
  };

private:
  using Up = void (*)(State&, const Plan&, OversampledBlock&, const float*, int) noexcept;
  using Down = void (*)(State&, const Plan&, float*, OversampledBlock&, int) noexcept;

  int factor_;
  int latency_frames_ = 0;
  Plan plan_{};
  Up up_;
  Down down_;
  State state_{};
};

}  // namespace omx::dsp
