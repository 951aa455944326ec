/// Rows of a square become columns, in registers: what many lines hold at one time, from what each holds over
/// time.
#pragma once

#include "dsp/simd.hpp"

namespace omx::dsp {

/// Four vectors of four.
[[gnu::always_inline]] inline void transpose(Simd<4>::Float (&v)[4]) noexcept {
  using Float = Simd<4>::Float;
  const Float a = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
  const Float b = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
  const Float c = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
  const Float d = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
  v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  v[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Eight vectors of eight.
[[gnu::always_inline]] inline void transpose(Simd<8>::Float (&v)[8]) noexcept {
  using Float = Simd<8>::Float;
  Float pairs[8];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    pairs[2 * i] = __builtin_shufflevector(v[2 * i], v[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[2 * i + 1] = __builtin_shufflevector(v[2 * i], v[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  Float fours[8];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    const int from = i / 2 * 4 + i % 2;
    const int to = i / 2 * 4 + i % 2 * 2;
    fours[to] = __builtin_shufflevector(pairs[from], pairs[from + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    fours[to + 1] = __builtin_shufflevector(pairs[from], pairs[from + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    v[i] = __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    v[i + 4] = __builtin_shufflevector(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

}  // namespace omx::dsp
