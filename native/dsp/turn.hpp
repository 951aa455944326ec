/// Sine and cosine of a turning hand whose place is an integer: exact over hours, the same on every
/// processor.
#pragma once

#include <cmath>
#include <cstdint>

namespace omx::dsp {

/// A place on the circle in units of 2^-32 turns; it wraps by itself.
using Turn = std::uint32_t;

/// A part of a turn, |turns| < 0.5, to the nearest unit.
inline Turn turn_of(double turns) noexcept {
  return static_cast<Turn>(static_cast<std::int64_t>(std::lround(turns * 4294967296.0)));
}

struct CosSin {
  float cos;
  float sin;
};

/// Within 4e-7. The nearest quarter is taken off; the rest, |z| <= pi/4, goes through the series of M.
/// Abramowitz, I. Stegun, "Handbook of Mathematical Functions" (1964), eq. 4.3.65 and 4.3.66: the terms left
/// out are z^9/9! < 3.2e-7 and z^10/10! < 2.5e-8.
inline CosSin cos_sin(Turn turn) noexcept {
  const Turn quarter = (turn + 0x20000000U) >> 30U;
  const auto rest = static_cast<std::int32_t>(turn - (quarter << 30U));
  const float z = static_cast<float>(rest) * 1.4629180792671596e-9F;  // 2 pi / 2^32
  const float z2 = z * z;
  const float sine = z * (1.0F + z2 * (-1.0F / 6.0F + z2 * (1.0F / 120.0F - z2 * (1.0F / 5040.0F))));
  const float cosine =
      1.0F + z2 * (-0.5F + z2 * (1.0F / 24.0F + z2 * (-1.0F / 720.0F + z2 * (1.0F / 40320.0F))));
  switch (quarter) {
  case 0:
    return {cosine, sine};
  case 1:
    return {-sine, cosine};
  case 2:
    return {-cosine, -sine};
  default:
    return {sine, -cosine};
  }
}

}  // namespace omx::dsp
