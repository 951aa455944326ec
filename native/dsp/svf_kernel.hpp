/// The inner loop of SvfCascade: sections in series, run side by side in vector lanes.
#pragma once

#include "dsp/simd.hpp"

namespace omx::dsp {

inline constexpr int max_sections = 12;
inline constexpr int max_svf_lanes = 2 * max_sections;
inline constexpr int svf_coefficients = 6;

/// Everything the kernel reads and writes, by lane. Coefficients in the order of SvfSection's members.
/// `step` is what a ramp adds to each coefficient after each frame.
template <typename Real>
struct SvfLanes {
  alignas(32) Real coefficient[svf_coefficients][max_svf_lanes] = {};
  alignas(32) Real step[svf_coefficients][max_svf_lanes] = {};
  alignas(32) Real s1[max_svf_lanes] = {};
  alignas(32) Real s2[max_svf_lanes] = {};
};

/// Vectors of a precision, and how a stereo frame moves through them.
template <typename Real, int Lanes>
struct SvfVector;

template <int Lanes>
struct SvfVector<float, Lanes> {
  using Value = typename Simd<Lanes>::Float;
  using Mask = typename Simd<Lanes>::Int;
  using Pair = typename Simd<Lanes>::Double;

  /// `from` moved up by one section, with a new frame at the bottom.
  [[gnu::always_inline]] static void shift_in(Value& to, const Value& from, const float* frame) noexcept {
    double pair;
    __builtin_memcpy(&pair, frame, sizeof pair);
    const Pair old = __builtin_bit_cast(Pair, from);
    if constexpr (Lanes == 4) {
      const Pair in = {pair, pair};
      to = __builtin_bit_cast(Value, __builtin_shufflevector(in, old, 0, 2));
    } else {
      const Pair in = {pair, pair, pair, pair};
      const Pair up = __builtin_shufflevector(old, old, 0, 0, 1, 2);
      to = __builtin_bit_cast(Value, __builtin_shufflevector(in, up, 0, 5, 6, 7));
    }
  }

  /// The frame of the topmost section.
  [[gnu::always_inline]] static void put(float* frame, const Value& from) noexcept {
    const double top = __builtin_bit_cast(Pair, from)[Lanes / 2 - 1];
    __builtin_memcpy(frame, &top, sizeof top);
  }
};

template <int Lanes>
struct SvfVector<double, Lanes> {
  using Value = typename Simd<2 * Lanes>::Double;
  using Mask = typename Simd<2 * Lanes>::Long;

  [[gnu::always_inline]] static void shift_in(Value& to, const Value& from, const float* frame) noexcept {
    const auto left = static_cast<double>(frame[0]);
    const auto right = static_cast<double>(frame[1]);
    if constexpr (Lanes == 2) {
      to = Value{left, right};
    } else {
      to = __builtin_shufflevector(Value{left, right, 0.0, 0.0}, from, 0, 1, 4, 5);
    }
  }

  [[gnu::always_inline]] static void put(float* frame, const Value& from) noexcept {
    frame[0] = static_cast<float>(from[Lanes - 2]);
    frame[1] = static_cast<float>(from[Lanes - 1]);
  }
};

/// Where a section lives when `vectors` vectors of `lanes` lanes are in use: neighbours in the series sit in
/// neighbouring vectors at the same place, so that only the last vector has to be shifted.
constexpr int svf_lane(int lanes, int vectors, int section, int channel) noexcept {
  return (section % vectors) * lanes + 2 * (section / vectors) + channel;
}

/// Runs Vectors*Lanes/2 sections over interleaved stereo frames, in place. At step t section k works on frame
/// t - k, so all of them work at once; at both ends of the block a section without a frame holds its state.
/// Every lane computes exactly what svf_tick computes: no result depends on Lanes, Vectors or block sizes.
template <typename Real, int Lanes, int Vectors, bool Ramping>
class SvfKernel {
public:
  [[gnu::always_inline]] static inline void run(SvfLanes<Real>& memory, float* io, int frames) noexcept {
    constexpr int lag = Vectors * Lanes / 2 - 1;
    SvfKernel kernel(memory);
    const int filling = frames < lag ? frames : lag;
    for (int t = 0; t < filling; ++t) {
      kernel.template step<true>(io + 2 * t, t, frames);
    }
    for (int t = lag; t < frames; ++t) {
      kernel.template step<false>(io + 2 * t, t, frames);
      Vector::put(io + 2 * (t - lag), kernel.y_[Vectors - 1]);
    }
    const float silence[2] = {};
    for (int t = frames; t < frames + lag; ++t) {
      kernel.template step<true>(silence, t, frames);
      if (t >= lag) {
        Vector::put(io + 2 * (t - lag), kernel.y_[Vectors - 1]);
      }
    }
    kernel.save(memory);
  }

private:
  using Vector = SvfVector<Real, Lanes>;
  using Value = typename Vector::Value;
  using Mask = typename Vector::Mask;

  Value s1_[Vectors];
  Value s2_[Vectors];
  Value y_[Vectors];
  Value c_[svf_coefficients][Vectors];
  Value step_[svf_coefficients][Vectors];

  [[gnu::always_inline]] explicit SvfKernel(const SvfLanes<Real>& memory) noexcept {
#pragma GCC unroll 12
    for (int v = 0; v < Vectors; ++v) {
      load(s1_[v], memory.s1 + v * Lanes);
      load(s2_[v], memory.s2 + v * Lanes);
      y_[v] = Value{};
#pragma GCC unroll 12
      for (int i = 0; i < svf_coefficients; ++i) {
        load(c_[i][v], memory.coefficient[i] + v * Lanes);
        if constexpr (Ramping) {
          load(step_[i][v], memory.step[i] + v * Lanes);
        }
      }
    }
  }

  [[gnu::always_inline]] void save(SvfLanes<Real>& memory) const noexcept {
#pragma GCC unroll 12
    for (int v = 0; v < Vectors; ++v) {
      store(memory.s1 + v * Lanes, s1_[v]);
      store(memory.s2 + v * Lanes, s2_[v]);
      if constexpr (Ramping) {
#pragma GCC unroll 12
        for (int i = 0; i < svf_coefficients; ++i) {
          store(memory.coefficient[i] + v * Lanes, c_[i][v]);
        }
      }
    }
  }

  template <bool Masked>
  [[gnu::always_inline]] void step(const float* frame, int t, int frames) noexcept {
    Value x[Vectors];
    Vector::shift_in(x[0], y_[Vectors - 1], frame);
#pragma GCC unroll 12
    for (int v = 1; v < Vectors; ++v) {
      x[v] = y_[v - 1];
    }
#pragma GCC unroll 12
    for (int v = 0; v < Vectors; ++v) {
      y_[v] = c_[3][v] * x[v] + (c_[4][v] * s1_[v] + c_[5][v] * s2_[v]);
      const Value d = x[v] - s2_[v];
      const Value s1 = s1_[v] + (c_[1][v] * d - c_[0][v] * s1_[v]);
      const Value s2 = s2_[v] + (c_[1][v] * s1_[v] + c_[2][v] * d);
      Mask mask = ~Mask{};
      if constexpr (Masked) {
        active_lanes(mask, v, t, frames);
      }
      s1_[v] = mask ? s1 : s1_[v];
      s2_[v] = mask ? s2 : s2_[v];
      if constexpr (Ramping) {
#pragma GCC unroll 12
        for (int i = 0; i < svf_coefficients; ++i) {
          c_[i][v] = mask ? c_[i][v] + step_[i][v] : c_[i][v];
        }
      }
    }
  }

  /// All ones in the lanes whose section has a frame of the block at step t.
  [[gnu::always_inline]] static void active_lanes(Mask& mask, int vector, int t, int frames) noexcept {
    for (int lane = 0; lane < Lanes; ++lane) {
      const int frame = t - (lane / 2 * Vectors + vector);
      mask[lane] = frame >= 0 && frame < frames ? -1 : 0;
    }
  }
};

}  // namespace omx::dsp
