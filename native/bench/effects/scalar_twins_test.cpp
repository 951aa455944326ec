// Oracle: the plain forms of the effects that the bench compares with must play the same, within rounding.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "bench/effects/scalar_comp.hpp"
#include "effect/testing.hpp"
#include "omx-comp/comp.hpp"

namespace {

using omx::Effect;
using omx::testing::Stereo;

struct Setting {
  std::uint32_t index;
  double value;
};

/// The largest difference of two effects with the same settings.
float difference(Effect& one, Effect& other, const std::vector<Setting>& settings, double rate) {
  for (Effect* effect : {&one, &other}) {
    for (const Setting& setting : settings) {
      effect->set_param(setting.index, setting.value);
    }
    effect->prepare(rate);
  }
  const Stereo in = omx::testing::noise(20000, 9);
  const Stereo a = play(one, in);
  const Stereo b = play(other, in);
  float most = 0.0F;
  for (std::size_t i = 0; i < in.frames(); ++i) {
    most = std::max({most, std::fabs(a.left[i] - b.left[i]), std::fabs(a.right[i] - b.right[i])});
  }
  return most;
}

}  // namespace

TEST_CASE("omx-comp") {
  namespace param = omx::comp::param;
  for (const double detector : {0.0, 1.0}) {
    omx::comp::Comp comp;
    omx::bench::ScalarComp plain;
    CHECK(
        difference(
            comp, plain,
            {{param::threshold, -30.0},
             {param::knee, 12.0},
             {param::detector, detector},
             {param::link, 0.4},
             {param::key_hpf, 150.0},
             {param::mix, 0.8},
             {param::attack, 3.0},
             {param::auto_makeup, 1.0}},
            48000.0) < 1e-4F);
  }
}
