#include "dsp/oversampler.hpp"

#include "dsp/oversampler_kernel.hpp"

namespace omx::dsp {

namespace {

using State = Oversampler::State;
using Plan = Oversampler::Plan;

void up_narrow(
    State& state, const Plan& plan, OversampledBlock& block, const float* in, int frames) noexcept {
  OversamplerKernel<4>::up(state, plan, block, in, frames);
}

void down_narrow(State& state, const Plan& plan, float* out, OversampledBlock& block, int frames) noexcept {
  OversamplerKernel<4>::down(state, plan, out, block, frames);
}

#if defined(__x86_64__) || defined(__i386__)
[[gnu::target("avx2")]] void
up_wide(State& state, const Plan& plan, OversampledBlock& block, const float* in, int frames) noexcept {
  OversamplerKernel<8>::up(state, plan, block, in, frames);
}

[[gnu::target("avx2")]] void
down_wide(State& state, const Plan& plan, float* out, OversampledBlock& block, int frames) noexcept {
  OversamplerKernel<8>::down(state, plan, out, block, frames);
}
#endif

}  // namespace

int Oversampler::factor_for(double sample_rate_hz) noexcept {
  if (sample_rate_hz <= 50000.0) {
    return 16;
  }
  return sample_rate_hz <= 100000.0 ? 8 : 4;
}

Oversampler::Oversampler(int factor, int lanes) noexcept
    : factor_(factor), up_(up_narrow), down_(down_narrow) {
#if defined(__x86_64__) || defined(__i386__)
  if (lanes == 8 || (lanes == 0 && has_avx2())) {
    up_ = up_wide;
    down_ = down_wide;
  }
#else
  static_cast<void>(lanes);
#endif
  plan_.factor = factor;
  // Up and down delay by as much as the taps' middles say. Where that is an odd number of samples of the
  // faster side, the way down takes its newest sample half a step later.
  constexpr int both_ways[] = {
      0, half_band_delay(pairs_1) + last_taps / 2, 2 * half_band_delay(pairs_2), 2 * half_band_delay(pairs_4),
      2 * half_band_delay(pairs_8)};
  int delay = 0;
  for (int stage = factor == 16 ? 4 : factor == 8 ? 3 : 2; stage >= 1; --stage) {
    delay += both_ways[stage];
    plan_.late[stage] = delay % 2 != 0;
    delay /= 2;
  }
  latency_frames_ = delay;
}

void Oversampler::clear() noexcept {
  state_ = State{};
}

void Oversampler::up(OversampledBlock& block, const float* in, int frames) noexcept {
  up_(state_, plan_, block, in, frames);
}

void Oversampler::down(float* out, OversampledBlock& block, int frames) noexcept {
  down_(state_, plan_, out, block, frames);
}

}  // namespace omx::dsp
