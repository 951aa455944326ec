/// Four or eight samples at a time, in the compiler's portable vector types (SSE, AVX, NEON, or whatever
/// there is).
#pragma once

#include <cstdint>
#include <cstring>

#include "base/rt.hpp"

namespace omx::simd {

inline constexpr std::uint32_t lanes = 4;

typedef float F32x4 __attribute__((vector_size(16)));
typedef std::int32_t I32x4 __attribute__((vector_size(16)));
typedef std::int32_t I32x8 __attribute__((vector_size(32)));

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

/// maximum = the larger of it and the masked bits at `from`, lane by lane.
template <typename Vector>
[[gnu::always_inline]] inline void
raise(Vector& maximum, const float* from, std::int32_t mask) noexcept OMX_RT {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  vector &= mask;
  maximum = maximum > vector ? maximum : vector;
}

}  // namespace omx::simd
