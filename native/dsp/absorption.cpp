#include "dsp/absorption.hpp"

#include <algorithm>
#include <cmath>

namespace omx::dsp {

namespace {

double x_at(double w) noexcept {
  const double s = 2.0 * std::sin(0.5 * w);
  return s * s;
}

/// The root r within the unit circle of 1 + c X ~ (1 - r z)(1 - r/z): c = r / (1-r)^2.
double root_of(double c) noexcept {
  return 2.0 * c / (2.0 * c + 1.0 + std::sqrt(std::max(4.0 * c + 1.0, 0.0)));
}

/// A slope in X below this is none.
constexpr double no_slope = 1e-9;

}  // namespace

Absorption design_absorption(double at_zero, const GainAt& middle, const GainAt& high) noexcept {
  const double g0 = at_zero * at_zero;
  const double g1 = middle.gain * middle.gain;
  const double g2 = high.gain * high.gain;
  const double x1 = x_at(middle.w);
  const double slope1 = (g0 - g1) / x1;
  const double slope2 = (g0 - g2) / x_at(high.w);
  if (slope1 < no_slope * g0) {
    return {0.0F, static_cast<float>(middle.gain), 0.0F};
  }
  // Curves that fall ever faster are beyond a first-order section: b stays above a part of the first slope.
  double b = std::max(g1 > g2 ? (slope1 - slope2) / (g1 - g2) : 0.0, 0.1 * slope1 / g0);
  double a = g1 * b - slope1;
  const double lowest = -0.2499 * g0;  // the squared magnitude at X = 4 stays above 0
  if (a < lowest) {
    a = lowest;
    b = ((g0 + a * x1) / g1 - 1.0) / x1;
  }
  const double pole = root_of(b);
  const double zero = root_of(a / g0);
  // at_zero * (1-pole)/(1-zero) * (1 - zero/z) / (1 - pole/z), split into the input and the one-pole.
  const double first = at_zero * (1.0 - pole) / (1.0 - zero);
  const double direct = first * zero / pole;
  return {static_cast<float>(pole), static_cast<float>(direct), static_cast<float>(at_zero - direct)};
}

}  // namespace omx::dsp
