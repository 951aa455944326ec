// Oracle: a sound at a usual level stays below full scale through every preset, and about as loud as it was.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "effect/registry.hpp"
#include "effect/testing.hpp"

namespace {

using omx::RegisteredEffect;
using omx::testing::Stereo;

constexpr double rate = 48000.0;
constexpr double level_db = -20.0;  // of the sound: power, against a square of 1

double power_db(const Stereo& signal) {
  double sum = 0.0;
  for (std::size_t i = 0; i < signal.frames(); ++i) {
    for (const float sample : {signal.left[i], signal.right[i]}) {
      sum += static_cast<double>(sample) * static_cast<double>(sample);
    }
  }
  return 10.0 * std::log10(sum / (2.0 * static_cast<double>(signal.frames())));
}

float peak_of(const Stereo& signal) {
  float peak = 0.0F;
  for (std::size_t i = 0; i < signal.frames(); ++i) {
    peak = std::max({peak, std::fabs(signal.left[i]), std::fabs(signal.right[i])});
  }
  return peak;
}

/// Noise that falls by 6 dB per octave above 500 Hz, as speech and music do about.
Stereo sound(std::size_t frames) {
  Stereo signal = omx::testing::noise(frames, 21);
  const auto pole = static_cast<float>(std::exp(-2.0 * std::numbers::pi * 500.0 / rate));
  for (std::vector<float>* side : {&signal.left, &signal.right}) {
    float low = 0.0F;
    for (float& sample : *side) {
      low = (1.0F - pole) * sample + pole * low;
      sample = low;
    }
  }
  const auto gain = static_cast<float>(std::pow(10.0, (level_db - power_db(signal)) / 20.0));
  for (std::vector<float>* side : {&signal.left, &signal.right}) {
    for (float& sample : *side) {
      sample *= gain;
    }
  }
  return signal;
}

}  // namespace

TEST_CASE("every effect has presets, and none of them clips, silences or swells a sound of -20 dB") {
  const Stereo in = sound(24000);
  REQUIRE(peak_of(in) < 0.5F);
  for (const RegisteredEffect& entry : omx::effects()) {
    CHECK(entry.info->presets.size() >= 3);
    for (const omx::PresetInfo& preset : entry.info->presets) {
      CAPTURE(std::string(entry.info->name));
      CAPTURE(std::string(preset.name));
      const auto effect = entry.make();
      for (std::uint32_t index = 0; index < preset.values.size(); ++index) {
        effect->set_param(index, preset.values[index]);
      }
      effect->prepare(rate);
      effect->set_tempo(120.0);
      const Stereo out = play(*effect, in);
      CHECK(peak_of(out) < 1.0F);
      CHECK(power_db(out) > level_db - 9.0);
      CHECK(power_db(out) < level_db + 5.0);
    }
  }
}
