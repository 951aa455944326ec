#include "rt/mix.hpp"

#include <cstring>

#include "rt/simd.hpp"

namespace omx {

namespace {

enum class Store { replace, add };

template <Store store>
void mix(float* target, const float* source, std::uint32_t frames, RtSlope gain) noexcept OMX_RT {
  using simd::F32x4;
  const F32x4 offsets = {0, 1, 2, 3};
  std::uint32_t i = 0;
  for (; i + simd::lanes <= frames; i += simd::lanes) {
    const F32x4 gains = gain.start + gain.step * (static_cast<float>(i) + offsets);
    F32x4 sum = simd::load(source + i) * gains;
    if constexpr (store == Store::add) sum += simd::load(target + i);
    simd::store(target + i, sum);
  }
  for (; i < frames; ++i) {
    const float sum = source[i] * (gain.start + gain.step * static_cast<float>(i));
    target[i] = store == Store::add ? target[i] + sum : sum;
  }
}

}  // namespace

void rt_clear(float* target, std::uint32_t frames) noexcept OMX_RT {
  std::memset(target, 0, frames * sizeof(float));
}

void rt_copy(float* target, const float* source, std::uint32_t frames) noexcept OMX_RT {
  if (target != source) std::memcpy(target, source, frames * sizeof(float));
}

void rt_scale(float* target, const float* source, std::uint32_t frames, RtSlope gain) noexcept OMX_RT {
  mix<Store::replace>(target, source, frames, gain);
}

void rt_add(float* target, const float* source, std::uint32_t frames, RtSlope gain) noexcept OMX_RT {
  mix<Store::add>(target, source, frames, gain);
}

}  // namespace omx
