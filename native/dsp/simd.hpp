/// Vectors of floats and of integers by the compiler's vector extension (gcc, clang): SSE2, AVX2 or NEON code
/// from one source. Functions take them by reference, so that no calling convention depends on the target.
#pragma once

#include <cstdint>

namespace omx::dsp {

/// Float, Int, Double and Long of one size. Double also serves to move stereo pairs of floats.
template <int Lanes>
struct Simd;

template <>
struct Simd<4> {
  using Float = float __attribute__((vector_size(16)));
  using Int = std::int32_t __attribute__((vector_size(16)));
  using Unsigned = std::uint32_t __attribute__((vector_size(16)));
  using Double = double __attribute__((vector_size(16)));
  using Long = std::int64_t __attribute__((vector_size(16)));
};

template <>
struct Simd<8> {
  using Float = float __attribute__((vector_size(32)));
  using Int = std::int32_t __attribute__((vector_size(32)));
  using Unsigned = std::uint32_t __attribute__((vector_size(32)));
  using Double = double __attribute__((vector_size(32)));
  using Long = std::int64_t __attribute__((vector_size(32)));
};

/// Whether this processor runs AVX2 code. Cheap after the first call.
inline bool has_avx2() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

template <typename Vector, typename Real>
[[gnu::always_inline]] inline void load(Vector& to, const Real* from) noexcept {
  __builtin_memcpy(&to, from, sizeof to);
}

template <typename Vector, typename Real>
[[gnu::always_inline]] inline void store(Real* to, const Vector& from) noexcept {
  __builtin_memcpy(to, &from, sizeof from);
}

}  // namespace omx::dsp
