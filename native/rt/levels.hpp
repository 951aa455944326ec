/// Looking at samples: peaks, and values that no output should hold.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "base/rt.hpp"

namespace omx {

/// The level at which outputs are clamped: +24 dBFS.
inline constexpr float rt_clamp_level = 15.848932f;
/// Below it an output counts as quiet: -140 dBFS, under the last bit of 24.
inline constexpr float rt_quiet_level = 1e-7f;
/// The peak of samples that hold NaN or infinity.
inline constexpr float rt_not_finite = std::numeric_limits<float>::infinity();

/// Largest magnitude; rt_not_finite when there is a NaN or an infinity among them.
float rt_peak(const float* samples, std::uint32_t frames) noexcept OMX_RT;

/// Holds samples within ±limit. None may be NaN.
void rt_clamp(float* samples, std::uint32_t frames, float limit) noexcept OMX_RT;

}  // namespace omx
