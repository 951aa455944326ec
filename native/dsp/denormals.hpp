/// Floats too small to be normal are flushed to zero for as long as this object lives, on this thread: a
/// decaying filter would otherwise slow the processor down a hundredfold. Costs nothing when the host has
/// done so already.
#pragma once

#include <cstdint>

namespace omx::dsp {

class FlushDenormals {
public:
  FlushDenormals() noexcept : before_(read()) {
    if ((before_ & mask) != mask) {
      write(before_ | mask);
    }
  }
  ~FlushDenormals() {
    if ((before_ & mask) != mask) {
      write(before_);
    }
  }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

private:
#if defined(__SSE__)
  using Word = std::uint32_t;
  static constexpr Word mask = 0x8040;  // MXCSR: flush to zero, denormals are zero
  static Word read() noexcept { return __builtin_ia32_stmxcsr(); }
  static void write(Word word) noexcept { __builtin_ia32_ldmxcsr(word); }
#elif defined(__aarch64__)
  using Word = std::uint64_t;
  static constexpr Word mask = 1U << 24;  // FPCR.FZ
  static Word read() noexcept {
    Word word;
    asm volatile("mrs %0, fpcr" : "=r"(word));
    return word;
  }
  static void write(Word word) noexcept { asm volatile("msr fpcr, %0" : : "r"(word)); }
#else
  using Word = std::uint32_t;
  static constexpr Word mask = 0;  // 32-bit Arm: NEON always flushes
  static Word read() noexcept { return 0; }
  static void write(Word) noexcept {}
#endif

  Word before_;
};

}  // namespace omx::dsp
