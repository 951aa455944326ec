// Oracle: on the way from one setting to another in N frames, a sound that is steady before and after is
// about as steep as the steeper of both, plus what they can differ by over N. A step is many times steeper.
// Three times the first leaves room for gains that move against each other on the way.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "effect/registry.hpp"
#include "effect/testing.hpp"

namespace {

using omx::ParamInfo;
using omx::RegisteredEffect;
using omx::testing::Change;
using omx::testing::Stereo;

constexpr double rate = 48000.0;
constexpr std::size_t change_frame = 8000;
constexpr std::size_t frames = 24000;

/// 100 Hz, of a level that drives every curve and threshold.
Stereo sine() {
  Stereo signal(frames);
  for (std::size_t i = 0; i < frames; ++i) {
    const double turns = static_cast<double>(i % 480) / 480.0;
    signal.left[i] = static_cast<float>(0.25 * std::sin(2.0 * std::numbers::pi * turns));
    signal.right[i] = -0.5F * signal.left[i];
  }
  return signal;
}

/// The steepest step between two frames, and the highest level, over frames [from, to).
struct Course {
  float step = 0.0F;
  float level = 0.0F;
};

Course course(const Stereo& signal, std::size_t from, std::size_t to) {
  Course most;
  for (const std::vector<float>* side : {&signal.left, &signal.right}) {
    for (std::size_t i = from; i < to; ++i) {
      most.step = std::max(most.step, std::fabs((*side)[i] - (*side)[i - 1]));
      most.level = std::max(most.level, std::fabs((*side)[i]));
    }
  }
  return most;
}

/// The shortest ramp that a smoothed parameter has, in frames.
constexpr float ramp_frames = 0.02F * static_cast<float>(rate);

}  // namespace

TEST_CASE("a change of any smoothed parameter, from end to end, makes no step") {
  const Stereo in = sine();
  for (const RegisteredEffect& entry : omx::effects()) {
    for (std::uint32_t index = 0; index < entry.info->params.size(); ++index) {
      const ParamInfo& param = entry.info->params[index];
      if (param.smoothing_ms == 0.0F) {
        continue;
      }
      for (const bool up : {true, false}) {
        CAPTURE(std::string(entry.info->name));
        CAPTURE(std::string(param.symbol));
        CAPTURE(up);
        const auto effect = entry.make();
        effect->set_param(index, up ? param.min_value : param.max_value);
        effect->prepare(rate);
        const double to = up ? param.max_value : param.min_value;
        const Stereo out = play(*effect, in, {128}, {{change_frame, index, to}});
        const Course before = course(out, change_frame / 2, change_frame);
        const Course during = course(out, change_frame, frames - 6000);
        const Course after = course(out, frames - 6000, frames);
        const float level = before.level + after.level;
        CHECK(during.step < 3.0F * std::max(before.step, after.step) + 4.0F * level / ramp_frames);
      }
    }
  }
}
