/// What a reverberation is measured by, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

namespace omx::reverb::measure {

/// Backward integration of the energy of a band around `hz`, some 200 Hz wide, added to `decay`.
/// Source: M. R. Schroeder, "New method of measuring reverberation time" (JASA 37, 1965).
inline void
add_decay(std::vector<double>& decay, const std::vector<float>& response, double hz, double sample_rate_hz) {
  const double keep = std::exp(-2.0 * std::numbers::pi * 100.0 / sample_rate_hz);
  // The band is shifted to 0 Hz by a turning hand and goes through two one-poles: real and imaginary parts.
  const double turn[] = {
      std::cos(2.0 * std::numbers::pi * hz / sample_rate_hz),
      std::sin(2.0 * std::numbers::pi * hz / sample_rate_hz)};
  double hand[] = {1.0, 0.0};
  double once[2] = {};
  double twice[2] = {};
  std::vector<double> energy(response.size());
  for (std::size_t n = 0; n < response.size(); ++n) {
    for (int i = 0; i < 2; ++i) {
      once[i] += (1.0 - keep) * (static_cast<double>(response[n]) * hand[i] - once[i]);
      twice[i] += (1.0 - keep) * (once[i] - twice[i]);
    }
    energy[n] = twice[0] * twice[0] + twice[1] * twice[1];
    const double real = hand[0] * turn[0] - hand[1] * turn[1];
    hand[1] = hand[0] * turn[1] + hand[1] * turn[0];
    hand[0] = real;
  }
  for (std::size_t n = energy.size() - 1; n-- > 0;) {
    energy[n] += energy[n + 1];
  }
  decay.resize(response.size());
  for (std::size_t n = 0; n < energy.size(); ++n) {
    decay[n] += energy[n] / energy[0];
  }
}

/// Seconds for 60 dB, from a straight line through -5 to -35 dB (ISO 3382's T30).
inline double decay_seconds(const std::vector<double>& decay, double sample_rate_hz) {
  double count = 0.0;
  double x1 = 0.0;
  double x2 = 0.0;
  double y1 = 0.0;
  double xy = 0.0;
  for (std::size_t n = 0; n < decay.size(); ++n) {
    const double db = 10.0 * std::log10(decay[n] / decay[0]);
    if (db > -5.0 || db < -35.0) {
      continue;
    }
    const double t = static_cast<double>(n) / sample_rate_hz;
    count += 1.0;
    x1 += t;
    x2 += t * t;
    y1 += db;
    xy += t * db;
  }
  return -60.0 * (count * x2 - x1 * x1) / (count * xy - x1 * y1);
}

/// The share of samples outside one standard deviation, against that of Gaussian noise: 0 for single
/// echoes, 1 for a dense tail. 20 ms around a frame, Hann window.
/// Source: J. S. Abel and P. Huang, "A simple, robust measure of reverberation echo density" (AES 121, 2006).
inline double echo_density(const std::vector<float>& response, std::size_t frame, double sample_rate_hz) {
  const auto half = static_cast<std::size_t>(0.01 * sample_rate_hz);
  const auto weight = [&](std::size_t i) {
    return 0.5 -
           0.5 * std::cos(std::numbers::pi * static_cast<double>(i + 1) / static_cast<double>(half + 1));
  };
  const float* from = response.data() + frame - half;
  double weights = 0.0;
  double energy = 0.0;
  for (std::size_t i = 0; i <= 2 * half; ++i) {
    weights += weight(i);
    energy += weight(i) * static_cast<double>(from[i]) * static_cast<double>(from[i]);
  }
  const double deviation = std::sqrt(energy / weights);
  double outside = 0.0;
  for (std::size_t i = 0; i <= 2 * half; ++i) {
    outside += std::fabs(static_cast<double>(from[i])) > deviation ? weight(i) : 0.0;
  }
  return outside / weights / std::erfc(std::numbers::sqrt2 / 2.0);
}

/// In place; a power of two.
inline void transform(std::vector<std::complex<double>>& x) {
  const std::size_t size = x.size();
  for (std::size_t i = 1, j = 0; i < size; ++i) {
    std::size_t bit = size / 2;
    for (; (j & bit) != 0; bit /= 2) {
      j ^= bit;
    }
    j ^= bit;
    if (i < j) {
      std::swap(x[i], x[j]);
    }
  }
  for (std::size_t length = 2; length <= size; length *= 2) {
    const auto step = std::polar(1.0, -2.0 * std::numbers::pi / static_cast<double>(length));
    for (std::size_t i = 0; i < size; i += length) {
      std::complex<double> w = 1.0;
      for (std::size_t k = 0; k < length / 2; ++k, w *= step) {
        const auto a = x[i + k];
        const auto b = x[i + k + length / 2] * w;
        x[i + k] = a + b;
        x[i + k + length / 2] = a - b;
      }
    }
  }
}

/// How far single modes stand out of the spectrum of 16384 frames of a tail that falls evenly.
struct Modes {
  double second_moment;  ///< mean square of the powers over their squared mean: 2 for dense Gaussian modes
  double highest_peak;   ///< over the highest to be expected of so many exponential values: ln(n) + 0.577
};

/// Powers are taken against their mean over 200 neighbours, so that the colour of the tail does not count.
/// The exponential law of powers: M. R. Schroeder and K. H. Kuttruff, "On frequency response curves in
/// rooms" (JASA 34, 1962).
inline Modes
modes_of(const std::vector<float>& response, std::size_t frame, double decay_s, double sample_rate_hz) {
  constexpr std::size_t size = 16384;
  constexpr std::size_t around = 100;
  std::vector<std::complex<double>> x(size);
  for (std::size_t n = 0; n < size; ++n) {
    const double t = static_cast<double>(n) / sample_rate_hz;
    const double window = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(n) / size);
    x[n] = static_cast<double>(response[frame + n]) * window * std::pow(10.0, 3.0 * t / decay_s);
  }
  transform(x);
  std::vector<double> powers;  // every second: neighbours are not independent behind the window
  for (auto k = static_cast<std::size_t>(200.0 * size / sample_rate_hz);
       k < static_cast<std::size_t>(10000.0 * size / sample_rate_hz); k += 2) {
    powers.push_back(std::norm(x[k]));
  }
  Modes modes{0.0, 0.0};
  const std::size_t count = powers.size() - 2 * around;
  for (std::size_t k = around; k < powers.size() - around; ++k) {
    double mean = 0.0;
    for (std::size_t j = k - around; j < k + around; ++j) {
      mean += powers[j] / (2.0 * around);
    }
    const double power = powers[k] / mean;
    modes.second_moment += power * power / static_cast<double>(count);
    modes.highest_peak = std::max(modes.highest_peak, power);
  }
  modes.highest_peak /= std::log(static_cast<double>(count)) + 0.577;
  return modes;
}

}  // namespace omx::reverb::measure
