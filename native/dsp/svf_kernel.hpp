/// The inner loop of SvfCascade: sections in series, run side by side in vector lanes.
#pragma once

#include "dsp/simd.hpp"

namespace omx::dsp {

inline constexpr int max_sections = 12;
inline constexpr int max_svf_lanes = 2 * max_sections;
inline constexpr int svf_coefficients = 6;

/// Everything the kernel reads and writes, by lane. Coefficients in the order of SvfSection's members.
/// `step` is what a ramp adds to each coefficient after each frame.
struct SvfLanes {
  alignas(32) float coefficient[svf_coefficients][max_svf_lanes] = {};
  alignas(32) float step[svf_coefficients][max_svf_lanes] = {};
  alignas(32) float s1[max_svf_lanes] = {};
  alignas(32) float s2[max_svf_lanes] = {};
};

/// Where a section lives when `vectors` vectors of `lanes` lanes are in use: neighbours in the series sit in
/// neighbouring vectors at the same place, so that only the last vector has to be shifted.
constexpr int svf_lane(int lanes, int vectors, int section, int channel) noexcept {
  return (section % vectors) * lanes + 2 * (section / vectors) + channel;
}

/// Runs Vectors*Lanes/2 sections over interleaved stereo frames, in place. At step t section k works on frame
/// t - k, so all of them work at once; at both ends of the block a section without a frame holds its state.
/// Every lane computes exactly what svf_tick computes: no result depends on Lanes, Vectors or block sizes.
template <int Lanes, int Vectors, bool Ramping>
class SvfKernel {
public:
  [[gnu::always_inline]] static inline void run(SvfLanes& memory, float* io, int frames) noexcept {
    constexpr int lag = Vectors * Lanes / 2 - 1;
    SvfKernel kernel(memory);
    const int filling = frames < lag ? frames : lag;
    for (int t = 0; t < filling; ++t) {
      kernel.template step<true>(io + 2 * t, t, frames);
    }
    for (int t = lag; t < frames; ++t) {
      kernel.template step<false>(io + 2 * t, t, frames);
      kernel.put(io + 2 * (t - lag));
    }
    const float silence[2] = {};
    for (int t = frames; t < frames + lag; ++t) {
      kernel.template step<true>(silence, t, frames);
      if (t >= lag) {
        kernel.put(io + 2 * (t - lag));
      }
    }
    kernel.save(memory);
  }

private:
  using Float = typename Simd<Lanes>::Float;
  using Int = typename Simd<Lanes>::Int;
  using Pair = typename Simd<Lanes>::Double;

  Float s1_[Vectors];
  Float s2_[Vectors];
  Float y_[Vectors];
  Float c_[svf_coefficients][Vectors];
  Float step_[svf_coefficients][Vectors];

  [[gnu::always_inline]] explicit SvfKernel(const SvfLanes& memory) noexcept {
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) {
      load(s1_[v], memory.s1 + v * Lanes);
      load(s2_[v], memory.s2 + v * Lanes);
      y_[v] = Float{};
#pragma GCC unroll 8
      for (int i = 0; i < svf_coefficients; ++i) {
        load(c_[i][v], memory.coefficient[i] + v * Lanes);
        if constexpr (Ramping) {
          load(step_[i][v], memory.step[i] + v * Lanes);
        }
      }
    }
  }

  [[gnu::always_inline]] void save(SvfLanes& memory) const noexcept {
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) {
      store(memory.s1 + v * Lanes, s1_[v]);
      store(memory.s2 + v * Lanes, s2_[v]);
      if constexpr (Ramping) {
#pragma GCC unroll 8
        for (int i = 0; i < svf_coefficients; ++i) {
          store(memory.coefficient[i] + v * Lanes, c_[i][v]);
        }
      }
    }
  }

  template <bool Masked>
  [[gnu::always_inline]] void step(const float* frame, int t, int frames) noexcept {
    Float x[Vectors];
    shift_in(x[0], y_[Vectors - 1], frame);
#pragma GCC unroll 8
    for (int v = 1; v < Vectors; ++v) {
      x[v] = y_[v - 1];
    }
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) {
      y_[v] = c_[3][v] * x[v] + (c_[4][v] * s1_[v] + c_[5][v] * s2_[v]);
      const Float d = x[v] - s2_[v];
      const Float s1 = s1_[v] + (c_[1][v] * d - c_[0][v] * s1_[v]);
      const Float s2 = s2_[v] + (c_[1][v] * s1_[v] + c_[2][v] * d);
      Int mask = ~Int{};
      if constexpr (Masked) {
        active_lanes(mask, v, t, frames);
      }
      s1_[v] = mask ? s1 : s1_[v];
      s2_[v] = mask ? s2 : s2_[v];
      if constexpr (Ramping) {
#pragma GCC unroll 8
        for (int i = 0; i < svf_coefficients; ++i) {
          c_[i][v] = mask ? c_[i][v] + step_[i][v] : c_[i][v];
        }
      }
    }
  }

  /// All ones in the lanes whose section has a frame of the block at step t.
  [[gnu::always_inline]] static void active_lanes(Int& mask, int vector, int t, int frames) noexcept {
    for (int lane = 0; lane < Lanes; ++lane) {
      const int frame = t - (lane / 2 * Vectors + vector);
      mask[lane] = frame >= 0 && frame < frames ? -1 : 0;
    }
  }

  /// The last vector moved up by one section, with a new frame at the bottom.
  [[gnu::always_inline]] static void shift_in(Float& to, const Float& from, const float* frame) noexcept {
    double pair;
    __builtin_memcpy(&pair, frame, sizeof pair);
    const Pair old = __builtin_bit_cast(Pair, from);
    if constexpr (Lanes == 4) {
      const Pair in = {pair, pair};
      to = __builtin_bit_cast(Float, __builtin_shufflevector(in, old, 0, 2));
    } else {
      const Pair in = {pair, pair, pair, pair};
      const Pair up = __builtin_shufflevector(old, old, 0, 0, 1, 2);
      to = __builtin_bit_cast(Float, __builtin_shufflevector(in, up, 0, 5, 6, 7));
    }
  }

  [[gnu::always_inline]] void put(float* frame) const noexcept {
    const double top = __builtin_bit_cast(Pair, y_[Vectors - 1])[Lanes / 2 - 1];
    __builtin_memcpy(frame, &top, sizeof top);
  }
};

}  // namespace omx::dsp
