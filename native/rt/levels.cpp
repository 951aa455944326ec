#include "rt/levels.hpp"

#include "rt/simd.hpp"

namespace omx {

namespace {

constexpr std::int32_t magnitude_mask = 0x7fff'ffff;
constexpr std::int32_t infinity_bits = 0x7f80'0000;

std::int32_t larger(std::int32_t a, std::int32_t b) noexcept OMX_RT {
  return a > b ? a : b;
}

}  // namespace

// Without its sign bit a float compares like the integer of the same bits (IEEE 754), with infinity and then
// NaN above all else. So one integer maximum tells the peak and whether all is finite, and no NaN slips
// through, as it would through float comparisons.
float rt_peak(const float* samples, std::uint32_t frames) noexcept OMX_RT {
  using simd::I32x4;
  constexpr std::uint32_t stride = 4 * simd::lanes;
  I32x4 a{}, b{}, c{}, d{};
  std::uint32_t i = 0;
  for (; i + stride <= frames; i += stride) {  // four sums hide the latency of the comparison
    a = simd::max(a, simd::load<I32x4>(samples + i) & magnitude_mask);
    b = simd::max(b, simd::load<I32x4>(samples + i + simd::lanes) & magnitude_mask);
    c = simd::max(c, simd::load<I32x4>(samples + i + 2 * simd::lanes) & magnitude_mask);
    d = simd::max(d, simd::load<I32x4>(samples + i + 3 * simd::lanes) & magnitude_mask);
  }
  a = simd::max(simd::max(a, b), simd::max(c, d));
  std::int32_t bits = larger(larger(a[0], a[1]), larger(a[2], a[3]));
  for (; i < frames; ++i) bits = larger(bits, std::bit_cast<std::int32_t>(samples[i]) & magnitude_mask);
  return bits >= infinity_bits ? rt_not_finite : std::bit_cast<float>(bits);
}

void rt_clamp(float* samples, std::uint32_t frames, float limit) noexcept OMX_RT {
  for (std::uint32_t i = 0; i < frames; ++i) {
    const float sample = samples[i];
    samples[i] = sample > limit ? limit : sample < -limit ? -limit : sample;
  }
}

}  // namespace omx
