#include "dsp/swept_delay.hpp"

#include <algorithm>

#include "dsp/lfo.hpp"
#include "dsp/simd.hpp"

namespace omx::dsp {

namespace {

using Rings = SweptDelay::Rings;

constexpr int taps = SincTable::taps;
constexpr std::uint32_t voice_offset[Sweep::max_voices] = {0U, 1U << 31U, 1U << 30U, 3U << 30U};

/// Delays of one voice on one side, in 2^-16 of a frame.
struct Delays {
  alignas(32) std::int32_t at[Sweep::max_frames];
};

template <int Lanes>
struct Kernel {
  using Float = typename Simd<Lanes>::Float;
  using Int = typename Simd<Lanes>::Int;
  using Unsigned = typename Simd<Lanes>::Unsigned;
  using Four = Simd<4>::Float;
  static constexpr int parts = taps / Lanes;

  [[gnu::always_inline]] static void
  place(Delays& delays, const Sweep& sweep, bool right, int voice, std::int32_t longest) noexcept {
    const Int low = Int{} + SweptDelay::shortest_frames * SweptDelay::one_frame;
    const Int high = Int{} + longest;
    for (int i = 0; i < sweep.frames; i += Lanes) {
      Unsigned phase;
      Unsigned spread;
      Float half_depth;
      Float blend;
      Int middle;
      __builtin_memcpy(&phase, sweep.phase + i, sizeof phase);
      __builtin_memcpy(&spread, sweep.spread + i, sizeof spread);
      __builtin_memcpy(&middle, sweep.middle + i, sizeof middle);
      load(half_depth, sweep.half_depth + i);
      load(blend, sweep.triangle + i);
      phase += voice_offset[voice];
      phase = right ? phase + spread : phase;
      Float triangle;
      Float sine;
      triangle_wave<Int>(triangle, phase);
      sine_of_triangle(sine, triangle);
      const Float wave = sine + blend * (triangle - sine);
      Int at = middle + __builtin_convertvector(Float(half_depth * wave), Int);
      at = at > low ? at : low;
      at = at < high ? at : high;
      __builtin_memcpy(delays.at + i, &at, sizeof at);
    }
  }

  /// Sixteen samples times the weights for a delay, times a gain, added to `sum`.
  [[gnu::always_inline]] static void
  add_tap(Float (&sum)[parts], const float* samples, std::int32_t delay, float gain) noexcept {
    const auto fraction = static_cast<std::uint32_t>(delay) & 0xFFFFU;
    const float* row = sinc_table.row[fraction >> 8U];
    const float between = static_cast<float>(fraction & 0xFFU) * 0x1p-8F;
#pragma GCC unroll 4
    for (int part = 0; part < parts; ++part) {
      Float a;
      Float b;
      Float x;
      load(a, row + part * Lanes);
      load(b, row + taps + part * Lanes);
      load(x, samples + part * Lanes);
      sum[part] += gain * ((a + between * (b - a)) * x);
    }
  }

  /// Both sums, in an order that does not depend on Lanes: left in lane 0, right in lane 2.
  [[gnu::always_inline]] static void
  add_up(Four& both, const Float (&left)[parts], const Float (&right)[parts]) noexcept {
    Four l;
    Four r;
    quarter(l, left);
    quarter(r, right);
    const Four pairs = __builtin_shufflevector(l, r, 0, 1, 4, 5) + __builtin_shufflevector(l, r, 2, 3, 6, 7);
    both = pairs + __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2);
  }

  [[gnu::always_inline]] static void quarter(Four& four, const Float (&sum)[parts]) noexcept {
    if constexpr (Lanes == 4) {
      four = (sum[0] + sum[2]) + (sum[1] + sum[3]);
    } else {
      const Float eight = sum[0] + sum[1];
      four = __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
             __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
    }
  }

  [[gnu::always_inline]] static void
  run(Rings& rings, const Sweep& sweep, const float* const* in, float* const* out) noexcept {
    Delays delays[2][Sweep::max_voices];
    for (int side = 0; side < 2; ++side) {
      for (int voice = 0; voice < sweep.voices; ++voice) {
        place(delays[side][voice], sweep, side == 1, voice, rings.longest);
      }
    }
    int head = rings.head;
    for (int i = 0; i < sweep.frames; ++i) {
      Float left[parts] = {};
      Float right[parts] = {};
      for (int voice = 0; voice < sweep.voices; ++voice) {
        const float gain = sweep.gain[voice][i];
        const std::int32_t left_delay = delays[0][voice].at[i];
        const std::int32_t right_delay = delays[1][voice].at[i];
        add_tap(left, samples_at(rings, head, 0, left_delay), left_delay, gain);
        add_tap(right, samples_at(rings, head, 1, right_delay), right_delay, gain);
      }
      Four heard;
      add_up(heard, left, right);
      out[0][i] = heard[0];
      out[1][i] = heard[2];
      put(rings, head, 0, in[0][i] + sweep.feedback[i] * heard[0]);
      put(rings, head, 1, in[1][i] + sweep.feedback[i] * heard[2]);
      head = head + 1 == rings.size ? 0 : head + 1;
    }
    rings.head = head;
  }

  /// The first of the samples that a tap reads.
  [[gnu::always_inline]] static const float*
  samples_at(const Rings& rings, int head, int side, std::int32_t delay) noexcept {
    const int from = head - (delay >> 16) - SincTable::reach;
    return rings.ring[side] + (from < 0 ? from + rings.size : from);
  }

  [[gnu::always_inline]] static void put(const Rings& rings, int at, int side, float sample) noexcept {
    rings.ring[side][at] = sample;
    if (at < taps) {
      rings.ring[side][at + rings.size] = sample;
    }
  }
};

void run_narrow(Rings& rings, const Sweep& sweep, const float* const* in, float* const* out) noexcept {
  Kernel<4>::run(rings, sweep, in, out);
}

#if defined(__x86_64__) || defined(__i386__)
[[gnu::target("avx2")]] void
run_wide(Rings& rings, const Sweep& sweep, const float* const* in, float* const* out) noexcept {
  Kernel<8>::run(rings, sweep, in, out);
}
#endif

}  // namespace

SweptDelay::SweptDelay(int lanes) noexcept : run_(run_narrow) {
#if defined(__x86_64__) || defined(__i386__)
  if (lanes == 8 || (lanes == 0 && has_avx2())) {
    run_ = run_wide;
  }
#else
  static_cast<void>(lanes);
#endif
}

void SweptDelay::prepare(int longest_delay_frames) {
  longest_frames_ = std::max(longest_delay_frames, shortest_frames);
  for (std::vector<float>& ring : rings_) {
    ring.assign(static_cast<std::size_t>(memory_frames() + taps), 0.0F);
  }
  head_ = 0;
}

void SweptDelay::clear() noexcept {
  for (std::vector<float>& ring : rings_) {
    std::fill(ring.begin(), ring.end(), 0.0F);
  }
  head_ = 0;
}

void SweptDelay::process(
    const Sweep& sweep, const float* left, const float* right, float* out_left, float* out_right) noexcept {
  Rings rings{{rings_[0].data(), rings_[1].data()}, memory_frames(), head_, longest_frames_ * one_frame};
  const float* const in[] = {left, right};
  float* const out[] = {out_left, out_right};
  run_(rings, sweep, in, out);
  head_ = rings.head;
}

void SweptDelay::write(const float* left, const float* right, int frames) noexcept {
  const int size = memory_frames();
  for (int i = 0; i < frames; ++i) {
    const float now[] = {left[i], right[i]};
    for (int side = 0; side < 2; ++side) {
      float* ring = rings_[side].data();
      ring[head_] = now[side];
      if (head_ < taps) {
        ring[head_ + size] = now[side];
      }
    }
    head_ = head_ + 1 == size ? 0 : head_ + 1;
  }
}

}  // namespace omx::dsp
