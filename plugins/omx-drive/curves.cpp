#include "omx-drive/curves.hpp"

#include <cmath>

#include "dsp/simd.hpp"

namespace omx::drive {

namespace {

using dsp::OversampledBlock;

template <int Lanes, Curve curve>
[[gnu::always_inline]] inline void bend_rows(OversampledBlock& block, int factor, int frames) noexcept {
  using Float = typename dsp::Simd<Lanes>::Float;
  for (int p = 0; p < factor; ++p) {
    float* row = block.phase(p);
    for (int i = 0; i < frames; i += Lanes) {
      Float x;
      Float y;
      dsp::load(x, row + i);
      bend<curve>(y, x);
      dsp::store(row + i, y);
    }
  }
}

template <int Lanes>
[[gnu::always_inline]] inline void
bend_as(Curve curve, OversampledBlock& block, int factor, int frames) noexcept {
  switch (curve) {
  case Curve::soft:
    return bend_rows<Lanes, Curve::soft>(block, factor, frames);
  case Curve::tape:
    return bend_rows<Lanes, Curve::tape>(block, factor, frames);
  case Curve::tube:
    return bend_rows<Lanes, Curve::tube>(block, factor, frames);
  case Curve::exciter:
    return bend_rows<Lanes, Curve::exciter>(block, factor, frames);
  }
}

#if defined(__x86_64__) || defined(__i386__)
[[gnu::target("avx2")]] void
bend_wide(Curve curve, OversampledBlock& block, int factor, int frames) noexcept {
  bend_as<8>(curve, block, factor, frames);
}
#endif

}  // namespace

float bent(Curve curve, float x) noexcept {
  float y = 0.0F;
  switch (curve) {
  case Curve::soft:
    bend<Curve::soft>(y, x);
    break;
  case Curve::tape:
    bend<Curve::tape>(y, x);
    break;
  case Curve::tube:
    bend<Curve::tube>(y, x);
    break;
  case Curve::exciter:
    bend<Curve::exciter>(y, x);
    break;
  }
  return y;
}

void bend_block(Curve curve, OversampledBlock& block, int factor, int frames) noexcept {
#if defined(__x86_64__) || defined(__i386__)
  if (dsp::has_avx2()) {
    bend_wide(curve, block, factor, frames);
    return;
  }
#endif
  bend_as<4>(curve, block, factor, frames);
}

void bend_block_between(
    Curve from, Curve to, OversampledBlock& block, int factor, int frames, int faded,
    int fade_frames) noexcept {
  for (int p = 0; p < factor; ++p) {
    float* row = block.phase(p);
    for (int i = 0; i < frames; ++i) {
      const float gain = static_cast<float>(faded + i + 1) / static_cast<float>(fade_frames);
      row[i] = (1.0F - gain) * bent(from, row[i]) + gain * bent(to, row[i]);
    }
  }
}

double auto_gain(Curve curve, double drive) noexcept {
  constexpr double level = 0.12589254117941673;  // -18 dBFS
  constexpr int steps = 48;                      // from 0 to 6 standard deviations
  double weights = 0.0;
  double mean = 0.0;
  double square = 0.0;
  for (int i = -steps; i <= steps; ++i) {
    const double deviation = 6.0 * i / steps;
    const double weight = std::exp(-0.5 * deviation * deviation);
    const auto y = static_cast<double>(bent(curve, static_cast<float>(drive * level * deviation)));
    weights += weight;
    mean += weight * y;
    square += weight * y * y;
  }
  mean /= weights;
  return level / std::sqrt(square / weights - mean * mean);
}

}  // namespace omx::drive
