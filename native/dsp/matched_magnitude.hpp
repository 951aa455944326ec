/// Squared magnitudes of second-order sections as quotients of polynomials, and the section for one: the
/// parts of the method that matched_filters.cpp describes.
#pragma once

#include <cmath>

#include "dsp/svf.hpp"

namespace omx::dsp {

/// p[0] + p[1] X + p[2] X^2.
struct Polynomial {
  double p[3];

  double at(double x) const noexcept { return p[0] + x * (p[1] + x * p[2]); }
};

struct Magnitude {
  Polynomial numerator;
  Polynomial denominator;
};

/// X = 4 sin^2(w/2) for an angle w per frame.
inline double x_at(double w) noexcept {
  const double s = 2.0 * std::sin(0.5 * w);
  return s * s;
}

/// (1 - X/X0)^2 + weight * X (a + b X): bell and notch at one frequency, w0 per frame.
class Bandwidth {
public:
  explicit Bandwidth(double w0) noexcept : x0_(x_at(w0)) {
    constexpr double x[2] = {0.8, 2.8};  // nodes in X
    double y[2];
    for (int i = 0; i < 2; ++i) {
      const double w = 2.0 * std::asin(0.5 * std::sqrt(x[i]));
      const double ratio = (w / w0) * (w / w0);
      const bool at_node = std::fabs(1.0 - ratio) < 1e-6;  // 0/0: take the limit
      const double root = at_node ? w0 * std::sin(w0) / x0_ : (1.0 - x[i] / x0_) / (1.0 - ratio);
      y[i] = ratio * (root * root) / x[i];
    }
    curve_ = (y[1] - y[0]) / (x[1] - x[0]);
    slope_ = y[0] - curve_ * x[0];
  }

  Polynomial with(double weight) const noexcept {
    return {{1.0, weight * slope_ - 2.0 / x0_, weight * curve_ + 1.0 / (x0_ * x0_)}};
  }

private:
  double x0_;
  double slope_;
  double curve_;
};

/// The section of a squared magnitude, by spectral factorisation.
SvfSection section_of(const Magnitude& magnitude) noexcept;

}  // namespace omx::dsp
