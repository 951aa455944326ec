/// Decibels of a level.
#pragma once

#include <cmath>

namespace omx::dsp {

/// The factor that a gain in decibels is: 10^(gain/20).
inline double gain_of_db(double gain_db) noexcept {
  return std::pow(10.0, gain_db / 20.0);
}

}  // namespace omx::dsp
