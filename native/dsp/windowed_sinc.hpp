/// Linear-phase low-pass filters worked out by the compiler, so that their tables are constants.
#pragma once

#include <array>
#include <cstddef>
#include <numbers>

namespace omx::dsp {

/// sin(pi x), within 1e-15 for |x| below 1000.
constexpr double sin_pi(double x) noexcept {
  const auto whole = static_cast<long long>(x < 0.0 ? x - 0.5 : x + 0.5);
  const double angle = std::numbers::pi * (x - static_cast<double>(whole));
  double term = angle;
  double sum = 0.0;
  for (int n = 1; n < 24; n += 2) {
    sum += term;
    term *= -angle * angle / ((n + 1.0) * (n + 2.0));
  }
  return whole % 2 == 0 ? sum : -sum;
}

/// sin(pi x) / (pi x).
constexpr double sinc(double x) noexcept {
  return x == 0.0 ? 1.0 : sin_pi(x) / (std::numbers::pi * x);
}

/// The Kaiser window, not normalised: I0(beta sqrt(1 - u^2)), u from -1 to 1 over the window.
/// Source: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function" (1974).
constexpr double kaiser(double u, double beta) noexcept {
  const double quarter = 0.25 * beta * beta * (1.0 - u * u);
  double sum = 1.0;
  double term = 1.0;
  for (int k = 1; k < 32 && term > 1e-16 * sum; ++k) {
    term *= quarter / (static_cast<double>(k) * k);
    sum += term;
  }
  return sum;
}

/// The beta that gives a ripple of so many dB (above 50) below 1. Source: Kaiser (1974), eq. for alpha.
constexpr double kaiser_beta(double ripple_db) noexcept {
  return 0.1102 * (ripple_db - 8.7);
}

/// A low-pass of odd length whose coefficients sum to 1. `cutoff` is where it is at -6 dB, in cycles per
/// sample.
template <std::size_t Taps>
constexpr std::array<double, Taps> windowed_sinc(double cutoff, double beta) noexcept {
  constexpr int middle = static_cast<int>(Taps / 2);
  std::array<double, Taps> taps{};
  double sum = 0.0;
  for (std::size_t i = 0; i < Taps; ++i) {
    const int n = static_cast<int>(i) - middle;
    taps[i] = sinc(2.0 * cutoff * n) * kaiser(static_cast<double>(n) / middle, beta);
    sum += taps[i];
  }
  for (double& tap : taps) {
    tap /= sum;
  }
  return taps;
}

/// A half-band filter has 4*Pairs-1 taps, of which every second is 0 but for the one in the middle; the
/// others are symmetric. Here are the first `Pairs` of those, for a doubling of the rate: they sum to 1/2.
template <std::size_t Pairs>
using HalfBand = std::array<float, Pairs>;

/// By a Kaiser window.
template <std::size_t Pairs>
constexpr HalfBand<Pairs> kaiser_half_band(double ripple_db) noexcept {
  const auto taps = windowed_sinc<4 * Pairs - 1>(0.25, kaiser_beta(ripple_db));
  double sum = 0.0;
  for (std::size_t m = 0; m < Pairs; ++m) {
    sum += taps[2 * m];
  }
  HalfBand<Pairs> pairs{};
  for (std::size_t m = 0; m < Pairs; ++m) {
    pairs[m] = static_cast<float>(0.5 * taps[2 * m] / sum);
  }
  return pairs;
}

/// Maximally flat: the Lagrange interpolation of the middle between 2*Pairs samples. The ripple at frequency
/// f is at most binomial(2*Pairs-1, Pairs) * sin(pi f)^(2*Pairs). Source: O. Herrmann, "On the approximation
/// problem in nonrecursive digital filter design" (1971).
template <std::size_t Pairs>
constexpr HalfBand<Pairs> flat_half_band() noexcept {
  HalfBand<Pairs> pairs{};
  for (std::size_t m = 0; m < Pairs; ++m) {
    const double at = static_cast<double>(m) - static_cast<double>(Pairs) + 0.5;
    double weight = 1.0;
    for (std::size_t i = 0; i < 2 * Pairs; ++i) {
      const double other = static_cast<double>(i) - static_cast<double>(Pairs) + 0.5;
      weight *= i == m ? 1.0 : other / (other - at);
    }
    pairs[m] = static_cast<float>(weight);
  }
  return pairs;
}

}  // namespace omx::dsp
