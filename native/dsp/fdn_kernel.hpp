/// The inner loops of FeedbackNetwork: absorption across its lines, mixing along time.
#pragma once

#include "dsp/simd.hpp"
#include "dsp/transpose.hpp"

namespace omx::dsp {

inline constexpr int fdn_lines = 16;
inline constexpr int fdn_part_frames = 128;  // at most at once
inline constexpr int fdn_pairs = fdn_lines / 2;
inline constexpr int fdn_turns = 4;         // pairs k and k + 4 turn alike, in opposite directions
inline constexpr int fdn_coefficients = 4;  // pole, 1 - pole, direct, low of Absorption

/// What the absorption reads and writes, by line. `step` is what a ramp adds after each frame.
struct FdnLanes {
  alignas(32) float coefficient[fdn_coefficients][fdn_lines] = {};
  alignas(32) float step[fdn_coefficients][fdn_lines] = {};
  alignas(32) float state[fdn_lines] = {};
};

/// A quarter of cos + sin and of cos - sin of a turn, on a straight line from the turn's last step on.
struct FdnTurn {
  float sum;
  float sum_step;
  float difference;
  float difference_step;
};

/// One part of a block. Rows have room for whole vectors; what lies behind the last frame is of no account.
struct FdnPart {
  const float* from[fdn_lines];                           // what comes out of the lines
  float* to[fdn_lines];                                   // what goes into them
  alignas(32) float heard[fdn_lines][fdn_part_frames];    // what came out, after absorption
  alignas(32) float scratch[fdn_lines][fdn_part_frames];  // in place of a ring that is not in one piece
  alignas(32) float in[2][fdn_part_frames];
  alignas(32) float out[2][fdn_part_frames];
  FdnTurn turn[fdn_turns];
  int turn_at;  // frames from the turns' last step to the first frame
  int frames;
};

// Signs by line, with the bits b0..b3 of its number. Both are bent functions (O. S. Rothaus, "On 'bent'
// functions", 1976): of equal strength in every row of the feedback matrix, so that each echo that enters or
// leaves the network has all lines in it. The other channel's signs differ by one bit, which makes the two
// orthogonal.
constexpr bool fdn_out_negative(int line) noexcept {
  return ((line & line >> 1 & 1) ^ (line >> 2 & line >> 3 & 1)) != 0;
}
constexpr bool fdn_in_negative(int line) noexcept {
  return ((line & line >> 2 & 1) ^ (line >> 1 & line >> 3 & 1) ^ (line & 1)) != 0;
}
constexpr bool fdn_out_other(int line) noexcept {
  return (line & 8) != 0;
}
constexpr bool fdn_in_other(int line) noexcept {
  return (line & 2) != 0;
}

/// Every lane computes the same whatever Lanes and the split into parts.
template <int Lanes>
class FdnKernel {
public:
  using Float = typename Simd<Lanes>::Float;
  static constexpr int groups = fdn_lines / Lanes;

  /// s = pole*s + (1-pole)*x, heard = direct*x + low*s in each line. Lines run side by side; blocks of
  /// Lanes x Lanes samples are turned around before and after.
  template <bool Ramping>
  [[gnu::always_inline]] static inline void absorb(FdnLanes& lanes, FdnPart& part) noexcept {
    Float c[fdn_coefficients][groups];
    Float step[fdn_coefficients][groups];
    Float state[groups];
    load_lanes<Ramping>(lanes, c, step, state);
    int n = 0;
    for (; n + Lanes <= part.frames; n += Lanes) {
      absorb_square<Ramping>(part, n, Lanes, c, step, state);
    }
    if (n < part.frames) {
      absorb_square<Ramping>(part, n, part.frames - n, c, step, state);
    }
#pragma GCC unroll 4
    for (int g = 0; g < groups; ++g) {
      store(lanes.state + g * Lanes, state[g]);
      if constexpr (Ramping) {
#pragma GCC unroll 4
        for (int i = 0; i < fdn_coefficients; ++i) {
          store(lanes.coefficient[i] + g * Lanes, c[i][g]);
        }
      }
    }
  }

  /// The sums of what is heard; the turned pairs, the Hadamard matrix and the input, into the lines.
  [[gnu::always_inline]] static inline void mix(FdnPart& part) noexcept {
    for (int n = 0; n < part.frames; n += Lanes) {
      Float y[fdn_lines];
#pragma GCC unroll 16
      for (int i = 0; i < fdn_lines; ++i) {
        load(y[i], part.heard[i] + n);
      }
      sum_outputs(part, n, y);
      turn_pairs(part, n, y);
      butterflies<2>(y);
      butterflies<4>(y);
      butterflies<8>(y);
      add_inputs(part, n, y);
#pragma GCC unroll 16
      for (int i = 0; i < fdn_lines; ++i) {
        store(part.to[i] + n, y[i]);
      }
    }
  }

private:
  template <bool Ramping>
  [[gnu::always_inline]] static inline void load_lanes(
      const FdnLanes& lanes, Float (&c)[fdn_coefficients][groups], Float (&step)[fdn_coefficients][groups],
      Float (&state)[groups]) noexcept {
#pragma GCC unroll 4
    for (int g = 0; g < groups; ++g) {
      load(state[g], lanes.state + g * Lanes);
#pragma GCC unroll 4
      for (int i = 0; i < fdn_coefficients; ++i) {
        load(c[i][g], lanes.coefficient[i] + g * Lanes);
        if constexpr (Ramping) {
          load(step[i][g], lanes.step[i] + g * Lanes);
        }
      }
    }
  }

  /// Frames n to n + Lanes, of which the first `frames` count.
  template <bool Ramping>
  [[gnu::always_inline]] static inline void absorb_square(
      FdnPart& part, int n, int frames, Float (&c)[fdn_coefficients][groups],
      const Float (&step)[fdn_coefficients][groups], Float (&state)[groups]) noexcept {
#pragma GCC unroll 4
    for (int g = 0; g < groups; ++g) {
      Float x[Lanes];
#pragma GCC unroll 8
      for (int i = 0; i < Lanes; ++i) {
        load(x[i], part.from[g * Lanes + i] + n);
      }
      transpose(x);
      Float s = state[g];
#pragma GCC unroll 8
      for (int i = 0; i < Lanes; ++i) {
        s = c[0][g] * s + c[1][g] * x[i];
        x[i] = c[2][g] * x[i] + c[3][g] * s;
        if (i < frames) {
          state[g] = s;
          if constexpr (Ramping) {
#pragma GCC unroll 4
            for (int k = 0; k < fdn_coefficients; ++k) {
              c[k][g] += step[k][g];
            }
          }
        }
      }
      transpose(x);
#pragma GCC unroll 8
      for (int i = 0; i < Lanes; ++i) {
        store(part.heard[g * Lanes + i] + n, x[i]);
      }
    }
  }

  [[gnu::always_inline]] static inline void
  sum_outputs(FdnPart& part, int n, const Float (&y)[fdn_lines]) noexcept {
    Float same = y[0];
    Float other = y[8];
#pragma GCC unroll 8
    for (int i = 1; i < 8; ++i) {
      same = fdn_out_negative(i) ? same - y[i] : same + y[i];
      other = fdn_out_negative(8 + i) ? other - y[8 + i] : other + y[8 + i];
    }
    store(part.out[0] + n, Float(same + other));
    store(part.out[1] + n, Float(same - other));
  }

  /// A turn of each pair of neighbours and the first stage of the Hadamard matrix in one.
  [[gnu::always_inline]] static inline void
  turn_pairs(const FdnPart& part, int n, Float (&y)[fdn_lines]) noexcept {
    Float time;
    for (int i = 0; i < Lanes; ++i) {
      time[i] = static_cast<float>(part.turn_at + n + i);
    }
#pragma GCC unroll 4
    for (int k = 0; k < fdn_turns; ++k) {
      const FdnTurn& turn = part.turn[k];
      const Float sum = turn.sum + turn.sum_step * time;
      const Float difference = turn.difference + turn.difference_step * time;
      turn_pair(y[2 * k], y[2 * k + 1], sum, difference);
      turn_pair(y[2 * k + 8], y[2 * k + 9], difference, sum);
    }
  }

  [[gnu::always_inline]] static inline void
  turn_pair(Float& a, Float& b, const Float& sum, const Float& difference) noexcept {
    const Float first = sum * a + difference * b;
    b = difference * a - sum * b;
    a = first;
  }

  template <int Stride>
  [[gnu::always_inline]] static inline void butterflies(Float (&y)[fdn_lines]) noexcept {
#pragma GCC unroll 8
    for (int k = 0; k < fdn_pairs; ++k) {
      const int i = k / Stride * 2 * Stride + k % Stride;
      const Float a = y[i];
      y[i] = a + y[i + Stride];
      y[i + Stride] = a - y[i + Stride];
    }
  }

  [[gnu::always_inline]] static inline void
  add_inputs(const FdnPart& part, int n, Float (&y)[fdn_lines]) noexcept {
    Float left;
    Float right;
    load(left, part.in[0] + n);
    load(right, part.in[1] + n);
    const Float sum = 0.25F * (left + right);
    const Float difference = 0.25F * (left - right);
#pragma GCC unroll 16
    for (int i = 0; i < fdn_lines; ++i) {
      const Float& in = fdn_in_other(i) ? difference : sum;
      y[i] = fdn_in_negative(i) ? y[i] - in : y[i] + in;
    }
  }
};

}  // namespace omx::dsp
