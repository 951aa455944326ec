/// What tests measure in a signal.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

#include "effect/testing.hpp"

namespace omx::testing {

inline constexpr double two_pi = 2.0 * std::numbers::pi;

inline double amplitude_of_db(double db) {
  return std::pow(10.0, db / 20.0);
}

inline double db_of(double amplitude) {
  return 20.0 * std::log10(amplitude);
}

/// The Fourier transform of a signal at one frequency, over frames [from, to) and as seen from frame 0: of an
/// impulse response, the frequency response.
inline std::complex<double> transform_at(
    const std::vector<float>& signal, double hz, double sample_rate_hz, std::size_t from, std::size_t to) {
  const double turns = hz / sample_rate_hz;
  const std::complex<double> turn = std::polar(1.0, -two_pi * turns);
  std::complex<double> hand = 1.0;
  std::complex<double> sum = 0.0;
  for (std::size_t i = from; i < to; ++i) {
    if ((i - from) % 512 == 0) {
      hand = std::polar(1.0, -two_pi * std::fmod(turns * static_cast<double>(i), 1.0));  // no drift
    }
    sum += static_cast<double>(signal[i]) * hand;
    hand *= turn;
  }
  return sum;
}

/// The same over the whole signal.
inline std::complex<double> transform_at(const std::vector<float>& signal, double hz, double sample_rate_hz) {
  return transform_at(signal, hz, sample_rate_hz, 0, signal.size());
}

/// The largest difference of two signals of the same length.
inline double largest_difference(const Stereo& a, const Stereo& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.frames(); ++i) {
    largest = std::max(
        {largest, std::fabs(static_cast<double>(a.left[i]) - static_cast<double>(b.left[i])),
         std::fabs(static_cast<double>(a.right[i]) - static_cast<double>(b.right[i]))});
  }
  return largest;
}

}  // namespace omx::testing
