/// Filters that let the sound in a delay line die away at a wanted rate.
#pragma once

namespace omx::dsp {

/// A first-order low-pass shelf, as a sum of its input and of a one-pole low-pass of it:
///
///     s' = pole * s + (1 - pole) * x
///     y  = direct * x + low * s'
struct Absorption {
  float pole = 0.0F;
  float direct = 1.0F;
  float low = 0.0F;

  bool operator==(const Absorption&) const = default;
};

/// A gain at an angle per frame, in radians.
struct GainAt {
  double gain;
  double w;
};

/// The filter with the gains `at_zero` at 0 Hz, `middle` and `high` at their angles, 0 < middle.w < high.w.
/// Gains fall: at_zero >= middle.gain >= high.gain > 0. The first two are met exactly, and the magnitude
/// never rises with the frequency; the third is met where a section of first order can. Where all three are
/// equal, it is a plain gain.
///
/// The squared magnitude of a first-order section is (G0 + a X) / (1 + b X) in X = 4 sin^2(w/2), which three
/// points determine; pole and zero follow by spectral factorisation. The idea of one absorption filter per
/// line is from J.-M. Jot and A. Chaigne, "Digital delay networks for designing artificial reverberators"
/// (AES 90, 1991), eq. 11: a line of d frames has the gain 10^(-3 d / (T60 fs)) at each frequency.
Absorption design_absorption(double at_zero, const GainAt& middle, const GainAt& high) noexcept;

}  // namespace omx::dsp
