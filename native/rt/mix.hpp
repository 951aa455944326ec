/// Moving and adding samples.
#pragma once

#include <cstdint>

#include "base/rt.hpp"

namespace omx {

/// A gain on a straight line: `start` at the first frame, `step` more at each that follows.
struct RtSlope {
  float start = 1;
  float step = 0;
};

void rt_clear(float* target, std::uint32_t frames) noexcept OMX_RT;
/// target may be source.
void rt_copy(float* target, const float* source, std::uint32_t frames) noexcept OMX_RT;
/// target = source · gain; target may be source.
void rt_scale(float* target, const float* source, std::uint32_t frames, RtSlope gain) noexcept OMX_RT;
/// target += source · gain; target may be source.
void rt_add(float* target, const float* source, std::uint32_t frames, RtSlope gain) noexcept OMX_RT;

}  // namespace omx
