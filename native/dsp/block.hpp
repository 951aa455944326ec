/// Copies between a host's buffers and our own, with a guard against samples that are no sound.
#pragma once

#include <cstdint>

#include "dsp/ramp.hpp"
#include "dsp/simd.hpp"

namespace omx::dsp {

/// Samples beyond this (120 dBFS) and those that are not numbers count as silence, so that no input can put
/// a value into a filter or delay line that never leaves it.
inline constexpr float guard_level = 1e6F;

/// A sample, or 0 in place of one that is no sound.
inline float guarded(float sample) noexcept {
  return __builtin_fabsf(sample) <= guard_level ? sample : 0.0F;
}

/// Room for one part of a block in both channels.
template <int MaxFrames>
struct StereoPart {
  alignas(32) float left[MaxFrames];
  alignas(32) float right[MaxFrames];
};

/// Silence on both sides.
inline void silence(float* left, float* right, int frames) noexcept {
  for (int i = 0; i < frames; ++i) {
    left[i] = 0.0F;
    right[i] = 0.0F;
  }
}

/// Copies guarded samples. In-place is fine.
inline void copy_guarded(float* to, const float* from, int frames) noexcept {
  for (int i = 0; i < frames; ++i) {
    to[i] = guarded(from[i]);
  }
}

/// Frames up to and including the last one that is not silent: 0 for a silent block.
inline int sounding_frames(const float* left, const float* right, int frames) noexcept {
  constexpr std::uint64_t signs = 0x8000000080000000U;  // -0 is silent too
  while (frames >= 2) {
    std::uint64_t l;
    std::uint64_t r;
    __builtin_memcpy(&l, left + frames - 2, sizeof l);
    __builtin_memcpy(&r, right + frames - 2, sizeof r);
    if (((l | r) & ~signs) != 0) {
      break;
    }
    frames -= 2;
  }
  while (frames > 0 && left[frames - 1] == 0.0F && right[frames - 1] == 0.0F) {
    --frames;
  }
  return frames;
}

/// Frames before the first one that is not silent.
inline int silent_frames(const float* left, const float* right, int frames) noexcept {
  int i = 0;
  while (i < frames && left[i] == 0.0F && right[i] == 0.0F) {
    ++i;
  }
  return i;
}

/// Two channels, guarded, as one interleaved block of 2*frames samples.
inline void interleave_guarded(float* io, const float* left, const float* right, int frames) noexcept {
  using Float = Simd<4>::Float;
  int i = 0;
  for (; i + 4 <= frames; i += 4) {
    Float l;
    Float r;
    load(l, left + i);
    load(r, right + i);
    const Float zero{};
    const Float low = zero - guard_level;
    const Float high = zero + guard_level;
    l = ((l >= low) & (l <= high)) ? l : zero;
    r = ((r >= low) & (r <= high)) ? r : zero;
    store(io + 2 * i, __builtin_shufflevector(l, r, 0, 4, 1, 5));
    store(io + 2 * i + 4, __builtin_shufflevector(l, r, 2, 6, 3, 7));
  }
  for (; i < frames; ++i) {
    io[2 * i] = guarded(left[i]);
    io[2 * i + 1] = guarded(right[i]);
  }
}

/// The two channels of an interleaved block, times a gain. A silent sample becomes +0.
inline void deinterleave(float* left, float* right, const float* io, int frames, LinearRamp& gain) noexcept {
  int i = 0;
  for (; i < frames && gain.moving(); ++i) {
    const float g = gain.next();
    left[i] = io[2 * i] * g + 0.0F;
    right[i] = io[2 * i + 1] * g + 0.0F;
  }
  using Float = Simd<4>::Float;
  const float g = gain.value();
  for (; i + 4 <= frames; i += 4) {
    Float a;
    Float b;
    load(a, io + 2 * i);
    load(b, io + 2 * i + 4);
    store(left + i, Float(__builtin_shufflevector(a, b, 0, 2, 4, 6) * g + 0.0F));
    store(right + i, Float(__builtin_shufflevector(a, b, 1, 3, 5, 7) * g + 0.0F));
  }
  for (; i < frames; ++i) {
    left[i] = io[2 * i] * g + 0.0F;
    right[i] = io[2 * i + 1] * g + 0.0F;
  }
}

/// Passes two channels of at most MaxFrames through filters, interleaved; in place is fine. What
/// `filter(io)` leaves is the output, times a gain.
template <int MaxFrames, typename Filter>
void through_interleaved(
    float* out_left, float* out_right, const float* left, const float* right, int frames, LinearRamp& gain,
    const Filter& filter) noexcept {
  alignas(32) float io[2 * MaxFrames];
  interleave_guarded(io, left, right, frames);
  filter(io);
  deinterleave(out_left, out_right, io, frames, gain);
}

}  // namespace omx::dsp
