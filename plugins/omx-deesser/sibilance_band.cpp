#include "omx-deesser/sibilance_band.hpp"

#include <algorithm>

namespace omx::deesser {

namespace {

constexpr float dsp::SvfSection::* coefficients[] = {&dsp::SvfSection::damp,    &dsp::SvfSection::band,
                                                     &dsp::SvfSection::low,     &dsp::SvfSection::through,
                                                     &dsp::SvfSection::from_s1, &dsp::SvfSection::from_s2};

}  // namespace

void SibilanceBand::aim(const dsp::SvfSection& target, int ramp_frames) noexcept {
  target_ = target;
  ramp_frames_left_ = ramp_frames;
  if (ramp_frames == 0) {
    now_ = target;
    return;
  }
  for (const auto coefficient : coefficients) {
    step_.*coefficient = (target.*coefficient - now_.*coefficient) / static_cast<float>(ramp_frames);
  }
}

void SibilanceBand::clear() noexcept {
  s1_ = Float{};
  s2_ = Float{};
  y_ = Float{};
}

bool SibilanceBand::quieter_than(float level) const noexcept {
  float peak = 0.0F;
  for (int lane = 0; lane < 4; ++lane) {
    peak = std::max({peak, std::fabs(s1_[lane]), std::fabs(s2_[lane]), std::fabs(y_[lane])});
  }
  return peak <= level;
}

void SibilanceBand::process(float* once, float* twice, const float* in, int frames) noexcept {
  const int ramping = std::min(ramp_frames_left_, frames);
  if (ramping > 0) {
    run<true>(once, twice, in, ramping);
    ramp_frames_left_ -= ramping;
    if (ramp_frames_left_ == 0) {
      now_ = target_;
    }
  }
  const int done = 2 * ramping;
  run<false>(once + done, twice + done, in + done, frames - ramping);
}

/// The arithmetic of dsp::svf_tick.
template <bool Ramping>
void SibilanceBand::run(float* once, float* twice, const float* in, int frames) noexcept {
  dsp::SvfSection c = now_;
  Float s1 = s1_;
  Float s2 = s2_;
  Float y = y_;
  for (int i = 0; i < frames; ++i) {
    Pair pair = __builtin_bit_cast(Pair, y);
    double frame;
    __builtin_memcpy(&frame, in + 2 * i, sizeof frame);
    pair = Pair{frame, pair[0]};
    const Float x = __builtin_bit_cast(Float, pair);
    y = c.through * x + (c.from_s1 * s1 + c.from_s2 * s2);
    const Float d = x - s2;
    const Float moved = s1 + (c.band * d - c.damp * s1);
    s2 = s2 + (c.band * s1 + c.low * d);
    s1 = moved;
    pair = __builtin_bit_cast(Pair, y);
    const double outputs[2] = {pair[0], pair[1]};
    __builtin_memcpy(once + 2 * i, &outputs[0], sizeof(double));
    __builtin_memcpy(twice + 2 * i, &outputs[1], sizeof(double));
    if constexpr (Ramping) {
      for (const auto coefficient : coefficients) {
        c.*coefficient += step_.*coefficient;
      }
    }
  }
  now_ = c;
  s1_ = s1;
  s2_ = s2;
  y_ = y;
}

}  // namespace omx::deesser
