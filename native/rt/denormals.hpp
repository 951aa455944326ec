/// Denormal floats cost a hundred times a normal one and cannot be heard.
#pragma once

#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "base/rt.hpp"

namespace omx {

/// While it lives, the calling thread's arithmetic takes denormals as zero and gives zero in their place.
/// What the thread had set before returns at the end. Plugins that change the mode change it for themselves
/// only: open one per cycle.
class [[nodiscard]] RtFlushToZero {
public:
#if defined(__SSE__)
  RtFlushToZero() noexcept OMX_RT : saved_(_mm_getcsr()) {
    _mm_setcsr(saved_ | flush_to_zero | denormals_are_zero);
  }
  ~RtFlushToZero() OMX_RT { _mm_setcsr(saved_); }
#elif defined(__aarch64__)
  RtFlushToZero() noexcept OMX_RT {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    asm volatile("msr fpcr, %0" : : "r"(saved_ | flush_to_zero));
  }
  ~RtFlushToZero() OMX_RT { asm volatile("msr fpcr, %0" : : "r"(saved_)); }
#else
  RtFlushToZero() noexcept OMX_RT {}
#endif
  RtFlushToZero(const RtFlushToZero&) = delete;
  RtFlushToZero& operator=(const RtFlushToZero&) = delete;

private:
#if defined(__SSE__)
  static constexpr unsigned flush_to_zero = 1u << 15;
  static constexpr unsigned denormals_are_zero = 1u << 6;
  unsigned saved_;
#elif defined(__aarch64__)
  static constexpr std::uint64_t flush_to_zero = 1u << 24;
  std::uint64_t saved_;
#endif
};

}  // namespace omx
