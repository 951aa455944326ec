/// Second-order filters whose magnitude is that of the analogue prototype up to a third of the sample rate.
#pragma once

#include "dsp/svf.hpp"

namespace omx::dsp {

/// Analogue prototypes, with s normalised to the filter's frequency, Q, and A = 10^(gain/40):
///
///     bell        (s^2 + s*A/Q + 1) / (s^2 + s/(A*Q) + 1)
///     low_shelf   A * (s^2 + s*sqrt(A)/Q + A) / (A*s^2 + s*sqrt(A)/Q + 1)
///     high_shelf  A * (A*s^2 + s*sqrt(A)/Q + 1) / (s^2 + s*sqrt(A)/Q + A)
///     notch       (s^2 + 1) / (s^2 + s/Q + 1)
///     all_pass    (s^2 - s/Q + 1) / (s^2 + s/Q + 1)
///     low_pass    1 / (s^2 + s/Q + 1)
///     high_pass   s^2 / (s^2 + s/Q + 1)
///
/// Source: R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients" (1994), the H(s).
enum class FilterShape { bell, low_shelf, high_shelf, notch, all_pass, low_pass, high_pass };

/// Q of a second-order Butterworth filter (12 dB per octave): sqrt(1/2).
inline constexpr double butterworth2_q = 0.7071067811865476;

/// Q of the two sections of a fourth-order one (24 dB per octave): 1/(2 cos(pi/8)), 1/(2 cos(3pi/8)).
inline constexpr double butterworth4_q[2] = {0.5411961001461969, 1.3065629648763766};

/// Shelves take a Q within these; beyond, one section cannot follow the prototype closely enough.
inline constexpr double shelf_q_min = 0.3;
inline constexpr double shelf_q_max = 1.2;

/// What to build. Frequency in Hz, above 0; bell, notch and all_pass are kept below 0.49 of the sample rate.
struct FilterSpec {
  FilterShape shape = FilterShape::bell;
  double frequency_hz = 1000.0;
  double q = butterworth2_q;
  double gain_db = 0.0;  ///< bell and shelves only
};

/// The section for a specification, stable for every input. A bell or shelf without gain passes its input.
/// Within 0.1 dB of the prototype's magnitude from 0 Hz to sample_rate_hz/3 (matched_filters_test.cpp); an
/// all-pass has the prototype's phase and group delay at its frequency. Method in matched_filters.cpp. No
/// allocation, about a microsecond.
SvfSection design_filter(const FilterSpec& spec, double sample_rate_hz) noexcept;

/// Frames in which the response of a section falls by `decibels` (> 0), from its slowest pole.
double decay_frames(const SvfSection& section, double decibels) noexcept;

}  // namespace omx::dsp
