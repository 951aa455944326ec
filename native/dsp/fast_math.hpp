/// Logarithm and power of two in single precision, the same bits on every processor and for every width of
/// vector. Series in closed form; the error bounds below are those of the first term left out, and hold with
/// rounding in fast_math_test.cpp. All by reference, as in simd.hpp.
#pragma once

#include <cstdint>

#include "dsp/simd.hpp"

namespace omx::dsp {

/// The integers of a vector of floats, as comparisons give them; for a single float, one integer.
template <typename Float>
struct FastInt {
  using Type = decltype(Float{} < Float{});
};
template <>
struct FastInt<float> {
  using Type = std::int32_t;
};

/// to = log2(x) for normal x > 0, within 1e-7 of the value plus 2 units in the last place.
///
/// x = 2^e m with m in [sqrt(1/2), sqrt(2)), and with t = (m - 1)/(m + 1), |t| < 0.1716,
/// ln(m) = 2 (t + t^3/3 + t^5/5 + t^7/7 + ...). M. Abramowitz, I. Stegun, "Handbook of Mathematical
/// Functions" (1964), eq. 4.1.27. The term left out is 2/ln(2) t^9/9 < 4.2e-8.
template <typename Float>
[[gnu::always_inline]] inline void fast_log2(Float& to, const Float& x) noexcept {
  using Int = typename FastInt<Float>::Type;
  constexpr std::int32_t root_half = 0x3f3504f3;  // the bits of sqrt(1/2)
  const Int bits = __builtin_bit_cast(Int, x);
  const Int exponent = (bits - root_half) >> 23;
  const Float m = __builtin_bit_cast(Float, bits - (exponent << 23));
  Float e;
  if constexpr (sizeof(Float) == sizeof(float)) {
    e = static_cast<float>(exponent);
  } else {
    e = __builtin_convertvector(exponent, Float);
  }
  const Float t = (m - 1.0F) / (m + 1.0F);
  const Float t2 = t * t;
  constexpr float two_over_ln2 = 2.8853900817779268F;
  const Float sum = ((t2 * (two_over_ln2 / 7.0F) + two_over_ln2 / 5.0F) * t2 + two_over_ln2 / 3.0F) * t2;
  to = e + t * (sum + two_over_ln2);
}

/// to = 2^x for -126 <= x <= 126, relatively within 3e-7; beyond, that of the nearer end.
///
/// x = n + f with n whole and |f| <= 1/2, and with z = f ln(2), |z| < 0.3466, 2^f = 1 + z + z^2/2! + ... +
/// z^6/6!. Abramowitz and Stegun, eq. 4.2.1. The term left out is z^7/7! < 1.2e-7.
template <typename Float>
[[gnu::always_inline]] inline void fast_exp2(Float& to, const Float& power) noexcept {
  using Int = typename FastInt<Float>::Type;
  const Float zero{};
  const Float lowest = zero - 126.0F;
  const Float highest = zero + 126.0F;
  Float x = power > lowest ? power : lowest;
  x = x < highest ? x : highest;
  constexpr float rounder = 12582912.0F;  // 1.5 * 2^23: adding it leaves a whole number in the last bits
  constexpr std::int32_t rounder_bits = 0x4b400000;
  const Float rounded = x + rounder;
  const Int n = __builtin_bit_cast(Int, rounded) - rounder_bits;
  const Float z = (x - (rounded - rounder)) * 0.69314718055994531F;
  Float sum = z * (1.0F / 720.0F) + 1.0F / 120.0F;
  sum = sum * z + 1.0F / 24.0F;
  sum = sum * z + 1.0F / 6.0F;
  sum = sum * z + 0.5F;
  sum = sum * z + 1.0F;
  sum = sum * z + 1.0F;
  to = __builtin_bit_cast(Float, __builtin_bit_cast(Int, sum) + (n << 23));
}

}  // namespace omx::dsp
