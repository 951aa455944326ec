/// The dials that a chorus and a flanger have in common.
#pragma once

#include <cstdint>

#include "dsp/sweep_control.hpp"

namespace omx {

/// Their indices.
struct SweepDials {
  std::uint32_t voices;
  std::uint32_t rate;
  std::uint32_t depth;
  std::uint32_t delay;
  std::uint32_t shape;
  std::uint32_t spread;
};

/// Passes the value of a dial on; false when it is another dial. A voice has the gain `voice_gain`.
template <typename Values>
bool aim_sweep(
    dsp::SweepControl& control, const SweepDials& dials, std::uint32_t index, const Values& values,
    double voice_gain, double sample_rate_hz, int ramp_frames) noexcept {
  const auto frames_of = [&](double time_ms) { return 0.001 * time_ms * sample_rate_hz; };
  if (index == dials.voices) {
    control.aim_voices(values.whole(index), voice_gain, ramp_frames);
  } else if (index == dials.rate) {
    control.set_rate(values[index], sample_rate_hz);
  } else if (index == dials.depth || index == dials.delay) {
    control.aim_delay(frames_of(values[dials.delay]), frames_of(values[dials.depth]), ramp_frames);
  } else if (index == dials.shape) {
    control.aim_triangle(values[index], ramp_frames);
  } else if (index == dials.spread) {
    control.aim_spread(values[index] / 360.0, ramp_frames);
  } else {
    return false;
  }
  return true;
}

}  // namespace omx
