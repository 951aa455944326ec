/// The state variable filter as a linear map of input and two states, with all coefficients well conditioned
/// in single precision: none is close to 1 or 2 for a low frequency, as those of a direct form would be.
#pragma once

namespace omx::dsp {

/// One second-order section. With input x and states s1, s2 of the trapezoidal integrators:
///
///     y   = through*x + (from_s1*s1 + from_s2*s2)
///     d   = x - s2
///     s1' = s1 + (band*d - damp*s1)
///     s2' = s2 + (band*s1 + low*d)
///
/// Source: A. Simper, "Linear Trapezoidal Integrated State Variable Filter With Low Noise Optimisation"
/// (Cytomic, 2013), with damp = 2(1 - a1), band = 2 a2, low = 2 a3 and the output mix expanded in the states.
///
/// For x = 0 the states are multiplied by the Cayley transform of a dissipative system: their Euclidean norm
/// never grows. The matrices with that property form a convex set, so a linear ramp from one stable section
/// to another is stable at every step, at any speed and from any state.
struct SvfSection {
  float damp = 0.0F;
  float band = 0.0F;
  float low = 0.0F;
  float through = 1.0F;
  float from_s1 = 0.0F;
  float from_s2 = 0.0F;

  bool operator==(const SvfSection&) const = default;

  /// True when the output is the input, whatever the states.
  bool passes() const noexcept { return through == 1.0F && from_s1 == 0.0F && from_s2 == 0.0F; }

  /// The section that keeps the poles of this one, and lets the input pass.
  SvfSection passing() const noexcept { return {damp, band, low, 1.0F, 0.0F, 0.0F}; }
};

/// The states of one section in one channel.
template <typename Real>
struct SvfStateOf {
  Real s1 = 0;
  Real s2 = 0;
};
using SvfState = SvfStateOf<float>;

/// One sample through a section: the plain form that the vector code must equal bit by bit.
template <typename Real>
Real svf_tick(const SvfSection& section, SvfStateOf<Real>& state, Real x) noexcept {
  const auto c = [](float coefficient) { return static_cast<Real>(coefficient); };
  const Real y = c(section.through) * x + (c(section.from_s1) * state.s1 + c(section.from_s2) * state.s2);
  const Real d = x - state.s2;
  const Real s1 = state.s1 + (c(section.band) * d - c(section.damp) * state.s1);
  state.s2 = state.s2 + (c(section.band) * state.s1 + c(section.low) * d);
  state.s1 = s1;
  return y;
}

}  // namespace omx::dsp
