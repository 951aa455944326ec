// How the sections are found.
//
// The squared magnitude of a digital second-order section is a quotient of two polynomials of degree two in
// X = 4 sin^2(w/2), w the angle per frame (M. Vicanek, "Matched Second Order Digital Filters", 2016, eq.
// 18-21, with other factors). That of the prototype is a quotient of two polynomials of degree two in the
// squared frequency. Both polynomials of the prototype may be multiplied by any function c(w) first, since it
// cancels; the art is to choose c so that the products come close to polynomials in X, and to interpolate
// those in a few nodes below a third of the sample rate.
//
//   Low-pass, high-pass, shelves: c = (X/w^2)^2. The highest term becomes X^2 exactly; the rest is
//   interpolated at 0, at the corner of the polynomial (not above 0.2 of the rate) and at 0.315 of the rate.
//
//   Bell, notch: with W = (w/w0)^2 both polynomials are (1-W)^2 + q W. c = ((1 - X/X0)/(1 - W))^2 makes the
//   square exact, and W*c is close to X*(a + b X) with an error below 0.09 dB for any w0: since only that
//   term carries Q and gain, the error holds for every bell and notch.
//
// The section follows from the polynomials by spectral factorisation: their values at X = 0 and X = 4 are
// squares, and the middle terms give damping and band gain. All polynomials are positive for 0 < X < 4, hence
// stable sections.
#include "dsp/matched_filters.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsp/matched_magnitude.hpp"

namespace omx::dsp {

namespace {

double square(double v) noexcept {
  return v * v;
}

/// The polynomial of degree two that is `at_zero` in 0 and takes the values y[i] in x[i].
Polynomial through(double at_zero, const double (&x)[2], const double (&y)[2]) noexcept {
  const double slope[2] = {(y[0] - at_zero) / x[0], (y[1] - at_zero) / x[1]};
  const double curve = (slope[1] - slope[0]) / (x[1] - x[0]);
  return {{at_zero, slope[0] - curve * x[0], curve}};
}

constexpr double low_node = 2.0 * std::numbers::pi * 0.2;     // radians per frame
constexpr double high_node = 2.0 * std::numbers::pi * 0.315;  // radians per frame

/// (X/w^2)^2 * ((1-W)^2 + W/Q^2) with W = (w/corner)^2.
Polynomial resonance(double corner, double q) noexcept {
  const double node[2] = {std::min(corner, low_node), high_node};
  double x[2];
  double y[2];
  for (int i = 0; i < 2; ++i) {
    const double ratio = square(node[i] / corner);
    x[i] = x_at(node[i]);
    y[i] = square(x[i] / square(node[i])) * (square(1.0 - ratio) + ratio / (q * q));
  }
  return through(1.0, x, y);
}

/// (X/w^2)^2.
Polynomial unity() noexcept {
  const double x[2] = {x_at(low_node), x_at(high_node)};
  const double y[2] = {square(x[0] / square(low_node)), square(x[1] / square(high_node))};
  return through(1.0, x, y);
}

Polynomial scaled(Polynomial polynomial, double factor) noexcept {
  for (double& p : polynomial.p) {
    p *= factor;
  }
  return polynomial;
}

Magnitude magnitude_of(const FilterSpec& spec, double w0) noexcept {
  const double a = std::pow(10.0, spec.gain_db / 40.0);
  const double q = spec.q;
  switch (spec.shape) {
  case FilterShape::bell: {
    const Bandwidth band(w0);
    return {band.with(square(a / q)), band.with(square(1.0 / (a * q)))};
  }
  case FilterShape::notch: {
    const Bandwidth band(w0);
    return {band.with(0.0), band.with(square(1.0 / q))};
  }
  case FilterShape::low_shelf: {
    const double shelf_q = std::clamp(q, shelf_q_min, shelf_q_max);
    const double root = std::sqrt(a);
    return {scaled(resonance(w0 * root, shelf_q), square(a * a)), resonance(w0 / root, shelf_q)};
  }
  case FilterShape::high_shelf: {
    const double shelf_q = std::clamp(q, shelf_q_min, shelf_q_max);
    const double root = std::sqrt(a);
    return {resonance(w0 / root, shelf_q), resonance(w0 * root, shelf_q)};
  }
  case FilterShape::low_pass:
    return {unity(), resonance(w0, q)};
  case FilterShape::high_pass:
    return {{{0.0, 0.0, 1.0 / square(square(w0))}}, resonance(w0, q)};
  case FilterShape::all_pass:
    break;
  }
  return {{{1.0, 0.0, 0.0}}, {{1.0, 0.0, 0.0}}};
}

/// g: tangent of half the pole frequency; k: damping; output mix high*x + band*(band-pass) + low*(low-pass).
SvfSection section_of(double g, double k, double high, double band, double low) noexcept {
  const double a1 = 1.0 / (1.0 + g * (g + k));
  const double a2 = g * a1;
  const double a3 = g * a2;
  const auto f = [](double v) { return static_cast<float>(v); };
  return {
      f(2.0 * g * (g + k) * a1),
      f(2.0 * a2),
      f(2.0 * a3),
      f(high + band * a2 + low * a3),
      f(band * a1 + low * a2),
      f(low * (1.0 - a3) - band * a2)};
}

/// The bilinear transform with Q chosen so that phase and group delay at w0 are the prototype's: the delay
/// is 4Q/w0 there, and that of the transform 4Q'/sin(w0).
SvfSection all_pass_section(double w0, double q) noexcept {
  const double k = w0 / (q * std::sin(w0));
  return section_of(std::tan(0.5 * w0), k, 1.0, -2.0 * k, 0.0);
}

bool has_gain(FilterShape shape) noexcept {
  return shape == FilterShape::bell || shape == FilterShape::low_shelf || shape == FilterShape::high_shelf;
}

}  // namespace

/// Spectral factorisation, in T = tan^2(w/2): X = 4T/(1+T), so p(X) (1+T)^2 = p0 + (2 p0 + 4 p1) T + p(4)
/// T^2.
SvfSection section_of(const Magnitude& magnitude) noexcept {
  const double* n = magnitude.numerator.p;
  const double* d = magnitude.denominator.p;
  const double d_top = d[0] + 4.0 * d[1] + 16.0 * d[2];
  const double n_top = n[0] + 4.0 * n[1] + 16.0 * n[2];
  const double g2 = std::sqrt(d[0] / d_top);
  const double g = std::sqrt(g2);
  const double k = std::sqrt(std::max((2.0 * d[0] + 4.0 * d[1]) / d_top + 2.0 * g2, 0.0)) / g;
  const double at_top = std::sqrt(std::max(n_top, 0.0) / d_top);
  const double at_zero = std::sqrt(n[0] / d[0]);
  const double middle = (2.0 * n[0] + 4.0 * n[1]) / d_top + 2.0 * at_top * at_zero * g2;
  const double band = std::sqrt(std::max(middle, 0.0)) / g - at_top * k;
  return section_of(g, k, at_top, band, at_zero - at_top);
}

SvfSection design_filter(const FilterSpec& spec, double sample_rate_hz) noexcept {
  const bool band_filter = spec.shape == FilterShape::bell || spec.shape == FilterShape::notch ||
                           spec.shape == FilterShape::all_pass;
  const double highest = band_filter ? 0.49 : 4.0;
  const double w0 = 2.0 * std::numbers::pi * std::min(spec.frequency_hz / sample_rate_hz, highest);
  if (spec.shape == FilterShape::all_pass) {
    return all_pass_section(w0, spec.q);
  }
  const SvfSection section = section_of(magnitude_of(spec, w0));
  return has_gain(spec.shape) && spec.gain_db == 0.0 ? section.passing() : section;
}

double decay_frames(const SvfSection& section, double decibels) noexcept {
  const double damp = static_cast<double>(section.damp);
  const double band = static_cast<double>(section.band);
  const double low = static_cast<double>(section.low);
  const double half_trace = 1.0 - 0.5 * (damp + low);
  const double determinant = (1.0 - damp) * (1.0 - low) + band * band;
  const double discriminant = half_trace * half_trace - determinant;
  const double radius =
      discriminant > 0.0 ? std::fabs(half_trace) + std::sqrt(discriminant) : std::sqrt(determinant);
  if (radius <= 0.0 || radius >= 1.0) {
    return 0.0;
  }
  return decibels * std::numbers::ln10 / 20.0 / -std::log(radius);
}

}  // namespace omx::dsp
