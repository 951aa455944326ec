/// Four samples at a time, in the compiler's portable vector types (SSE, NEON, or whatever there is).
#pragma once

#include <cstdint>
#include <cstring>

#include "base/rt.hpp"

namespace omx::simd {

inline constexpr std::uint32_t lanes = 4;

typedef float F32x4 __attribute__((vector_size(16)));
typedef std::int32_t I32x4 __attribute__((vector_size(16)));

/// Any alignment will do.
template <typename Vector = F32x4>
inline Vector load(const float* from) noexcept OMX_RT {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

inline void store(float* to, F32x4 vector) noexcept OMX_RT {
  std::memcpy(to, &vector, sizeof vector);
}

inline I32x4 max(I32x4 a, I32x4 b) noexcept OMX_RT {
  return a > b ? a : b;
}

}  // namespace omx::simd
