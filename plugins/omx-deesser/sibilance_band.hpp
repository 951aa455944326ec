/// The band that a de-esser works on.
#pragma once

#include <cmath>

#include "dsp/matched_filters.hpp"
#include "dsp/simd.hpp"
#include "dsp/svf.hpp"

namespace omx::deesser {

/// A band-pass with the gain 1 and the phase 0 at its centre: what a matched notch takes away. Up to a tenth
/// of the rate its magnitude is that of the analogue one within 0.2 dB; further up it is narrower. Its -3 dB
/// points are `octaves` apart: Q = 1/(2 sinh(ln(2)/2 octaves)). Source of the latter: R. Bristow-Johnson,
/// "Cookbook formulae for audio EQ biquad filter coefficients" (1994), BW.
inline dsp::SvfSection band_section(double centre_hz, double octaves, double sample_rate_hz) noexcept {
  const double q = 0.5 / std::sinh(0.5 * std::log(2.0) * octaves);
  dsp::SvfSection section = dsp::design_filter({dsp::FilterShape::notch, centre_hz, q, 0.0}, sample_rate_hz);
  section.through = 1.0F - section.through;
  section.from_s1 = -section.from_s1;
  section.from_s2 = -section.from_s2;
  return section;
}

/// A stereo signal through a section once and twice, with ramped changes. The second time is one frame late,
/// so that both work side by side in one vector. Only frames move it: block sizes do not matter.
class SibilanceBand {
public:
  /// Moves the section in a straight line; 0 frames jump. Stable at any speed: see SvfSection.
  void aim(const dsp::SvfSection& target, int ramp_frames) noexcept;
  void finish_ramp() noexcept { aim(target_, 0); }
  void clear() noexcept;

  /// Interleaved frames to the band, and to the band of the band; neither may be `in`.
  void process(float* once, float* twice, const float* in, int frames) noexcept;

  /// True when no state is larger than `level`.
  bool quieter_than(float level) const noexcept;

private:
  using Float = dsp::Simd<4>::Float;
  using Pair = dsp::Simd<4>::Double;

  template <bool Ramping>
  void run(float* once, float* twice, const float* in, int frames) noexcept;

  dsp::SvfSection target_;
  dsp::SvfSection now_;
  dsp::SvfSection step_;
  int ramp_frames_left_ = 0;
  Float s1_{};  // first time left and right, second time left and right
  Float s2_{};
  Float y_{};
};

}  // namespace omx::deesser
