/// The static curve of a compressor, and the gain that follows from a reduction. Levels and reductions are in
/// octaves of amplitude: one is 20 log10(2) = 6.02 dB.
#pragma once

#include <algorithm>
#include <cmath>

#include "dsp/ramp.hpp"
#include "dsp/simd.hpp"

namespace omx::dsp {

inline constexpr double db_per_octave = 6.020599913279624;  // 20 log10(2)

/// What a soft-knee curve is made of, in dB. The slope is 1 - 1/ratio: 1 for a limiter.
struct CurveSettings {
  double threshold_db = 0.0;
  double knee_db = 0.0;
  double slope = 0.0;
  double range_db = 1000.0;  ///< the reduction never gets larger
  double link = 1.0;         ///< 0: each channel has its own reduction, 1: both have the larger one
};

/// The reduction, in dB and from 0 up, that a level is given for good: with x over the threshold by d, and
/// the knee W,
///
///     0                              d <= -W/2
///     slope * (d + W/2)^2 / (2 W)    -W/2 < d < W/2
///     slope * d                      d >= W/2
///
/// Source: D. Giannoulis, M. Massberg, J. Reiss, "Digital Dynamic Range Compressor Design" (JAES 60/6, 2012),
/// eq. 4.
inline double static_reduction_db(const CurveSettings& curve, double level_db) noexcept {
  const double over = level_db - curve.threshold_db;
  const double into_knee = std::clamp(over + 0.5 * curve.knee_db, 0.0, curve.knee_db);
  const double bent = curve.knee_db > 0.0 ? into_knee * into_knee / (2.0 * curve.knee_db) : 0.0;
  const double straight = std::max(over - 0.5 * curve.knee_db, 0.0);
  return std::min(curve.slope * (bent + straight), curve.range_db);
}

/// Levels to reductions, with ramped changes. The result depends on no block size, and on no processor.
class GainComputer {
public:
  /// What a level is before the logarithm: an amplitude, or its square.
  enum class Level { amplitude, power };

  /// Moves all settings in straight lines; 0 frames jump.
  void aim(const CurveSettings& curve, int ramp_frames) noexcept;
  void finish_ramps() noexcept;

  /// Interleaved levels of two channels, in place. `io` has room for 8 samples more, which are overwritten.
  void process(float* io, int frames, Level level) noexcept;

private:
  int process_moving(float* io, int frames, float octaves) noexcept;

  LinearRamp threshold_;
  LinearRamp half_knee_;
  LinearRamp slope_;
  LinearRamp range_{1000.0F};
  LinearRamp link_{1.0F};
};

/// Interleaved samples times dry + wet * 2^-reduction, in place; `reductions` has room as above and is used
/// up. Returns the largest reduction in octaves.
float apply_reductions(float* io, float* reductions, int frames, LinearRamp& dry, LinearRamp& wet) noexcept;

/// Interleaved reductions to the gains 2^-reduction, in place, with room as above. Returns the largest
/// reduction in octaves.
float gains_of_reductions(float* io, int frames) noexcept;

}  // namespace omx::dsp
