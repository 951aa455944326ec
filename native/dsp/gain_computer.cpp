#include "dsp/gain_computer.hpp"

#include <algorithm>

#include "dsp/fast_math.hpp"

namespace omx::dsp {

namespace {

/// Below any level of interest, and safely above zero: -400 dB as a power.
constexpr float least_level = 1e-20F;

/// One frame's settings, or those of several frames in vectors, in octaves.
template <typename Value>
struct Curve {
  Value threshold;
  Value half_knee;
  Value per_knee;  // 1/(2 knee); 0 for none
  Value slope;
  Value range;
  Value link;
};

/// Amplitudes have `octaves` 1, powers 1/2: octaves of amplitude per octave of the level.
template <typename Float>
[[gnu::always_inline]] inline void
reduce(Float& to, const Float& level, float octaves, const Curve<Float>& c) noexcept {
  const Float zero{};
  const Float least = zero + least_level;
  Float log;
  fast_log2(log, Float(level > least ? level : least));
  const Float over = log * octaves - c.threshold;
  const Float knee = c.half_knee + c.half_knee;
  Float into_knee = over + c.half_knee;
  into_knee = into_knee > zero ? into_knee : zero;
  into_knee = into_knee < knee ? into_knee : knee;
  Float straight = over - c.half_knee;
  straight = straight > zero ? straight : zero;
  Float own = c.slope * (into_knee * into_knee * c.per_knee + straight);
  own = own < c.range ? own : c.range;
  Float other;
  if constexpr (sizeof(Float) == 16) {
    other = __builtin_shufflevector(own, own, 1, 0, 3, 2);
  } else {
    other = __builtin_shufflevector(own, own, 1, 0, 3, 2, 5, 4, 7, 6);
  }
  const Float both = own > other ? own : other;
  to = own + c.link * (both - own);
}

template <int Lanes>
[[gnu::always_inline]] inline void
reduce_all(float* io, int samples, float octaves, const Curve<float>& curve) noexcept {
  using Float = typename Simd<Lanes>::Float;
  const Float zero{};
  const Curve<Float> all{zero + curve.threshold, zero + curve.half_knee, zero + curve.per_knee,
                         zero + curve.slope,     zero + curve.range,     zero + curve.link};
  for (int i = 0; i < samples; i += Lanes) {
    Float level;
    load(level, io + i);
    reduce(level, level, octaves, all);
    store(io + i, level);
  }
}

template <int Lanes>
[[gnu::always_inline]] inline float exp2_all(float* io, int samples) noexcept {
  using Float = typename Simd<Lanes>::Float;
  Float most{};
  for (int i = 0; i < samples; i += Lanes) {
    Float reduction;
    load(reduction, io + i);
    most = reduction > most ? reduction : most;
    fast_exp2(reduction, Float(-reduction));
    store(io + i, reduction);
  }
  float largest = 0.0F;
  for (int lane = 0; lane < Lanes; ++lane) {
    largest = std::max(largest, most[lane]);
  }
  return largest;
}

using ReduceAll = void (*)(float*, int, float, const Curve<float>&) noexcept;
using Exp2All = float (*)(float*, int) noexcept;

void reduce_narrow(float* io, int samples, float octaves, const Curve<float>& curve) noexcept {
  reduce_all<4>(io, samples, octaves, curve);
}
float exp2_narrow(float* io, int samples) noexcept {
  return exp2_all<4>(io, samples);
}

#if defined(__x86_64__) || defined(__i386__)
[[gnu::target("avx2")]] void
reduce_wide(float* io, int samples, float octaves, const Curve<float>& curve) noexcept {
  reduce_all<8>(io, samples, octaves, curve);
}
[[gnu::target("avx2")]] float exp2_wide(float* io, int samples) noexcept {
  return exp2_all<8>(io, samples);
}
#else
constexpr ReduceAll reduce_wide = reduce_narrow;
constexpr Exp2All exp2_wide = exp2_narrow;
#endif

/// Zeros up to a whole vector. Returns the samples to work on.
int pad(float* io, int frames) noexcept {
  const int samples = (2 * frames + 7) / 8 * 8;
  std::fill(io + 2 * frames, io + samples, 0.0F);
  return samples;
}

float octaves_of(double db) noexcept {
  return static_cast<float>(db / db_per_octave);
}

float per_knee_of(float half_knee) noexcept {
  return half_knee > 1e-6F ? 0.25F / half_knee : 0.0F;
}

}  // namespace

void GainComputer::aim(const CurveSettings& curve, int ramp_frames) noexcept {
  threshold_.aim(octaves_of(curve.threshold_db), ramp_frames);
  half_knee_.aim(octaves_of(0.5 * curve.knee_db), ramp_frames);
  slope_.aim(static_cast<float>(curve.slope), ramp_frames);
  range_.aim(octaves_of(curve.range_db), ramp_frames);
  link_.aim(static_cast<float>(curve.link), ramp_frames);
}

void GainComputer::finish_ramps() noexcept {
  for (LinearRamp* ramp : {&threshold_, &half_knee_, &slope_, &range_, &link_}) {
    ramp->finish();
  }
}

void GainComputer::process(float* io, int frames, Level level) noexcept {
  const float octaves = level == Level::power ? 0.5F : 1.0F;
  const int moved = process_moving(io, frames, octaves);
  io += 2 * moved;
  frames -= moved;
  const float half_knee = half_knee_.value();
  const Curve<float> curve{threshold_.value(), half_knee,      per_knee_of(half_knee),
                           slope_.value(),     range_.value(), link_.value()};
  const ReduceAll run = has_avx2() ? reduce_wide : reduce_narrow;
  run(io, pad(io, frames), octaves, curve);
}

/// Two frames at a time as long as a setting moves. Returns the frames done.
int GainComputer::process_moving(float* io, int frames, float octaves) noexcept {
  using Float = Simd<4>::Float;
  const auto two = [](Float& to, float first, float second) { to = Float{first, first, second, second}; };
  int i = 0;
  while (i < frames && threshold_.moving()) {  // all of them move together
    const bool pair = i + 1 < frames;
    const auto next = [&](LinearRamp& ramp, Float& to) {
      const float first = ramp.next();
      two(to, first, pair ? ramp.next() : first);
    };
    Curve<Float> curve;
    next(threshold_, curve.threshold);
    next(half_knee_, curve.half_knee);
    next(slope_, curve.slope);
    next(range_, curve.range);
    next(link_, curve.link);
    two(curve.per_knee, per_knee_of(curve.half_knee[0]), per_knee_of(curve.half_knee[2]));
    Float level;
    load(level, io + 2 * i);  // a last single frame has room behind it
    reduce(level, level, octaves, curve);
    store(io + 2 * i, level);
    i += pair ? 2 : 1;
  }
  return i;
}

float gains_of_reductions(float* io, int frames) noexcept {
  const Exp2All run = has_avx2() ? exp2_wide : exp2_narrow;
  return run(io, pad(io, frames));
}

float apply_reductions(float* io, float* reductions, int frames, LinearRamp& dry, LinearRamp& wet) noexcept {
  const float largest = gains_of_reductions(reductions, frames);
  int i = 0;
  for (; i < frames && (dry.moving() || wet.moving()); ++i) {
    const float d = dry.next();
    const float w = wet.next();
    io[2 * i] *= d + w * reductions[2 * i];
    io[2 * i + 1] *= d + w * reductions[2 * i + 1];
  }
  const float d = dry.value();
  const float w = wet.value();
  i *= 2;
  for (; i + 4 <= 2 * frames; i += 4) {
    Simd<4>::Float sample;
    Simd<4>::Float gain;
    load(sample, io + i);
    load(gain, reductions + i);
    store(io + i, Simd<4>::Float(sample * (d + w * gain)));
  }
  for (; i < 2 * frames; ++i) {
    io[i] *= d + w * reductions[i];
  }
  return largest;
}

}  // namespace omx::dsp
