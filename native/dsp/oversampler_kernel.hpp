/// The stages of Oversampler in vectors along time.
#pragma once

#include <algorithm>

#include "dsp/oversampler.hpp"
#include "dsp/simd.hpp"
#include "dsp/windowed_sinc.hpp"

namespace omx::dsp {

inline constexpr int pairs_1 = 35;
inline constexpr int pairs_2 = 7;
inline constexpr int pairs_4 = 5;
inline constexpr int pairs_8 = 3;
inline constexpr int last_taps = 161;
inline constexpr double last_cutoff = 0.2404;  ///< of the doubled rate: between 0.2204 and 0.2604

/// Delay of a half-band filter in samples of its faster side.
constexpr int half_band_delay(int pairs) noexcept {
  return 2 * pairs - 1;
}

inline constexpr HalfBand<pairs_1> half_band_1 = kaiser_half_band<pairs_1>(100.0);
inline constexpr HalfBand<pairs_2> half_band_2 = kaiser_half_band<pairs_2>(100.0);
inline constexpr HalfBand<pairs_4> half_band_4 = flat_half_band<pairs_4>();
inline constexpr HalfBand<pairs_8> half_band_8 = flat_half_band<pairs_8>();

/// The last filter on the way down, symmetric: the first half, and the middle.
inline constexpr auto last_filter = [] {
  const auto taps = windowed_sinc<last_taps>(last_cutoff, kaiser_beta(100.0));
  std::array<float, last_taps / 2 + 1> half{};
  for (std::size_t i = 0; i < half.size(); ++i) {
    half[i] = static_cast<float>(taps[i]);
  }
  return half;
}();

/// Rows of one stage: `Past` frames of history, then the frames of now.
template <int Phases, int Past>
struct StageRows {
  static constexpr int stride = Past + OversampledBlock::max_frames;

  [[gnu::always_inline]] float* now(int phase) noexcept { return row[phase] + Past; }

  [[gnu::always_inline]] void restore(const float (*from)[Past]) noexcept {
    for (int p = 0; p < Phases; ++p) {
      __builtin_memcpy(row[p], from[p], sizeof from[p]);
    }
  }
  [[gnu::always_inline]] void keep(float (*to)[Past], int frames) const noexcept {
    for (int p = 0; p < Phases; ++p) {
      __builtin_memcpy(to[p], row[p] + frames, sizeof to[p]);
    }
  }

  alignas(32) float row[Phases][stride];
};

template <int Lanes>
class OversamplerKernel {
public:
  using State = Oversampler::State;
  using Plan = Oversampler::Plan;

  [[gnu::always_inline]] static inline void
  up(State& state, const Plan& plan, OversampledBlock& block, const float* in, int frames) noexcept {
    StageRows<1, Oversampler::up_history> one;
    one.restore(&state.up1);
    std::fill(std::copy(in, in + frames, one.now(0)), one.row[0] + one.stride, 0.0F);
    one.keep(&state.up1, frames);
    StageRows<2, past> two;
    two.restore(state.up2);
    half_band_up<1>(half_band_1, one.row[0], one.stride, two.row[0], frames);
    two.keep(state.up2, frames);
    if (plan.factor == 4) {
      half_band_up<2>(half_band_2, two.row[0], stride, block.row[0], frames);
      return;
    }
    StageRows<4, past> four;
    four.restore(state.up4);
    half_band_up<2>(half_band_2, two.row[0], stride, four.row[0], frames);
    four.keep(state.up4, frames);
    if (plan.factor == 8) {
      half_band_up<4>(half_band_4, four.row[0], stride, block.row[0], frames);
      return;
    }
    StageRows<8, past> eight;
    eight.restore(state.up8);
    half_band_up<4>(half_band_4, four.row[0], stride, eight.row[0], frames);
    eight.keep(state.up8, frames);
    half_band_up<8>(half_band_8, eight.row[0], stride, block.row[0], frames);
  }

  [[gnu::always_inline]] static inline void
  down(State& state, const Plan& plan, float* out, OversampledBlock& block, int frames) noexcept {
    StageRows<8, past> eight;
    StageRows<4, past> four;
    StageRows<2, Oversampler::down_history> two;
    two.restore(state.down2);
    float* rows = block.row[0];
    if (plan.factor == 16) {
      swap_history<16>(state.down16, rows, frames);
      half_band_down<8>(half_band_8, rows, eight.now(0), stride, plan.late[4], frames);
      rows = eight.row[0];
    }
    if (plan.factor >= 8) {
      swap_history<8>(state.down8, rows, frames);
      half_band_down<4>(half_band_4, rows, four.now(0), stride, plan.late[3], frames);
      rows = four.row[0];
    }
    swap_history<4>(state.down4, rows, frames);
    half_band_down<2>(half_band_2, rows, two.now(0), two.stride, plan.late[2], frames);
    last(two.now(0), two.now(1), out, plan.late[1], frames);
    two.keep(state.down2, frames);
  }

private:
  using Float = typename Simd<Lanes>::Float;
  static constexpr int past = OversampledBlock::history;
  static constexpr int stride = past + OversampledBlock::max_frames;

  /// Where sample `lag` before sample `phase` of each frame begins, for rows without history before `rows`.
  template <int Phases>
  [[gnu::always_inline]] static const float*
  lagged(const float* rows, int row_stride, int phase, int lag) noexcept {
    const int at = phase - lag;
    const int frame = (at - (Phases - 1)) / Phases;  // rounded down for at <= 0
    const int floored = at >= 0 ? 0 : frame;
    return rows + (at - floored * Phases) * row_stride + floored;
  }

  /// Twice as many phases: sample 2i is the filter's, sample 2i+1 the one in the middle of its taps.
  template <int Phases, std::size_t Pairs>
  [[gnu::always_inline]] static void
  half_band_up(const HalfBand<Pairs>& taps, const float* in, int in_stride, float* out, int frames) noexcept {
    constexpr int pairs = static_cast<int>(Pairs);
    const float* now = in + (in_stride - OversampledBlock::max_frames);
    float* to = out + past;
    for (int p = 0; p < Phases; ++p) {
      const float* early[Pairs];
      const float* late[Pairs];
      for (int m = 0; m < pairs; ++m) {
        early[m] = lagged<Phases>(now, in_stride, p, 2 * pairs - 1 - m);
        late[m] = lagged<Phases>(now, in_stride, p, m);
      }
      const float* middle = lagged<Phases>(now, in_stride, p, pairs - 1);
      float* even = to + 2 * p * stride;
      for (int t = 0; t < frames; t += Lanes) {
        Float sample;
        filter(sample, taps, early, late, t);
        store(even + t, sample);
        load(sample, middle + t);
        store(even + stride + t, sample);
      }
    }
  }

  /// Half as many phases. `odd_newest`: the filter runs over odd samples, and its middle over even ones.
  template <int Phases, std::size_t Pairs>
  [[gnu::always_inline]] static void half_band_down(
      const HalfBand<Pairs>& taps, const float* in, float* to, int to_stride, bool odd_newest,
      int frames) noexcept {
    constexpr int pairs = static_cast<int>(Pairs);
    const float* now = in + past;
    const int newest = odd_newest ? 1 : 0;
    for (int p = 0; p < Phases; ++p) {
      const float* early[Pairs];
      const float* late[Pairs];
      for (int m = 0; m < pairs; ++m) {
        early[m] = lagged<2 * Phases>(now, stride, 2 * p + newest, 2 * (2 * pairs - 1 - m));
        late[m] = lagged<2 * Phases>(now, stride, 2 * p + newest, 2 * m);
      }
      const float* middle = lagged<2 * Phases>(now, stride, 2 * p + newest, 2 * pairs - 1);
      for (int t = 0; t < frames; t += Lanes) {
        Float sample;
        Float sum;
        load(sample, middle + t);
        filter(sum, taps, early, late, t);
        store(to + p * to_stride + t, Float((sample + sum) * 0.5F));
      }
    }
  }

  template <std::size_t Pairs>
  [[gnu::always_inline]] static void filter(
      Float& sum, const HalfBand<Pairs>& taps, const float* const* early, const float* const* late,
      int t) noexcept {
    sum = Float{};
#pragma GCC unroll 8
    for (std::size_t m = 0; m < Pairs; ++m) {
      Float a;
      Float b;
      load(a, early[m] + t);
      load(b, late[m] + t);
      sum += taps[m] * (a + b);
    }
  }

  /// The last stage: every second output of a symmetric filter over both phases.
  [[gnu::always_inline]] static void
  last(const float* even, const float* odd, float* out, bool odd_newest, int frames) noexcept {
    constexpr int middle = last_taps / 2;  // even: the middle is in the row of the newest sample
    const float* newest = odd_newest ? odd : even;
    const float* other = odd_newest ? even : odd - 1;
    for (int t = 0; t < frames; t += Lanes) {
      Float sample;
      load(sample, newest + t - middle / 2);
      Float sum = last_filter[middle] * sample;
      Float other_sum{};
      for (int i = 0; i < middle; i += 2) {
        Float a;
        Float b;
        load(a, newest + t - i / 2);
        load(b, newest + t - (last_taps - 1 - i) / 2);
        sum += last_filter[static_cast<std::size_t>(i)] * (a + b);
        load(a, other + t - i / 2);
        load(b, other + t - (last_taps - 3 - i) / 2);
        other_sum += last_filter[static_cast<std::size_t>(i + 1)] * (a + b);
      }
      store(out + t, Float(sum + other_sum));
    }
  }

  /// Puts the past before the frames of now, and keeps the past of the next call.
  template <int Phases>
  [[gnu::always_inline]] static void swap_history(float (*kept)[past], float* rows, int frames) noexcept {
    for (int p = 0; p < Phases; ++p) {
      float* row = rows + p * stride;
      __builtin_memcpy(row, kept[p], sizeof kept[p]);
      __builtin_memcpy(kept[p], row + frames, sizeof kept[p]);
    }
  }
};

}  // namespace omx::dsp
