// What every effect of ours must do, whatever it sounds like.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "effect/registry.hpp"
#include "effect/testing.hpp"

namespace {

using omx::Effect;
using omx::EffectInfo;
using omx::ParamInfo;
using omx::RegisteredEffect;
using omx::testing::Change;
using omx::testing::Stereo;

constexpr double rate = 48000.0;

std::unique_ptr<Effect> prepared(const RegisteredEffect& entry, double sample_rate_hz = rate) {
  std::unique_ptr<Effect> effect = entry.make();
  effect->prepare(sample_rate_hz);
  return effect;
}

double random_value(const ParamInfo& param, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  return accepted_value(param, param.min_value + uniform(random) * (param.max_value - param.min_value));
}

/// Random settings at random frames, in order.
std::vector<Change>
random_changes(const EffectInfo& info, std::size_t frames, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::size_t> at(count);
  for (std::size_t& frame : at) {
    frame = random() % frames;
  }
  std::sort(at.begin(), at.end());
  std::vector<Change> changes;
  for (const std::size_t frame : at) {
    const auto index = static_cast<std::uint32_t>(random() % info.params.size());
    changes.push_back({frame, index, random_value(info.params[index], random)});
  }
  return changes;
}

/// Noise with silent stretches, long enough to fall asleep in.
Stereo bursts(std::size_t frames, unsigned seed) {
  Stereo signal = omx::testing::noise(frames, seed);
  for (std::size_t i = 0; i < frames; ++i) {
    if (i / 7001 % 3 != 0) {
      signal.left[i] = 0.0F;
      signal.right[i] = 0.0F;
    }
  }
  return signal;
}

float peak_of(const Stereo& signal) {
  float peak = 0.0F;
  for (std::size_t i = 0; i < signal.frames(); ++i) {
    const float l = std::fabs(signal.left[i]);
    const float r = std::fabs(signal.right[i]);
    peak = std::isfinite(l) && std::isfinite(r) ? std::max({peak, l, r})
                                                : std::numeric_limits<float>::infinity();
  }
  return peak;
}

}  // namespace

TEST_CASE("the output depends on no block size, with changes at any frame and stretches of silence") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const Stereo in = bursts(30000, 11);
    const Stereo side = bursts(30000, 13);
    const std::vector<Change> changes = random_changes(*entry.info, in.frames(), 60, 12);
    const Stereo wanted = play(*prepared(entry), in, {128}, changes, &side);
    for (const std::vector<std::size_t>& blocks :
         std::vector<std::vector<std::size_t>>{{1}, {17, 64}, {1, 17, 64, 128, 4096}, {30000}}) {
      CAPTURE(blocks[0]);
      CHECK(play(*prepared(entry), in, blocks, changes, &side).same_bits(wanted));
    }
  }
}

TEST_CASE("a reset effect plays as a new one") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const Stereo in = omx::testing::noise(5000, 3);
    const Stereo side = omx::testing::noise(5000, 4);
    const auto used = prepared(entry);
    const std::vector<Change> changes = random_changes(*entry.info, in.frames(), 40, 5);
    play(*used, in, {64}, changes, &side);
    used->reset();
    const auto fresh = entry.make();
    for (const Change& change : changes) {
      fresh->set_param(change.index, change.value);
    }
    fresh->prepare(rate);
    CHECK(play(*used, in, {128}, {}, &side).same_bits(play(*fresh, in, {128}, {}, &side)));
  }
}

TEST_CASE("before any sound, settings act at once: made after prepare they play as made before it") {
  for (const RegisteredEffect& entry : omx::effects()) {
    for (unsigned seed = 0; seed < 16; ++seed) {
      CAPTURE(std::string(entry.info->name));
      CAPTURE(seed);
      // Every parameter at a random value, then at the one that counts: an end of its range or any other.
      std::mt19937 random(seed);
      std::vector<Change> changes;
      for (const bool is_last : {false, true}) {
        for (std::uint32_t index = 0; index < entry.info->params.size(); ++index) {
          const ParamInfo& param = entry.info->params[index];
          const double ends[] = {param.min_value, param.max_value};
          const bool at_end = is_last && random() % 2 == 0;
          changes.push_back({0, index, at_end ? ends[random() % 2] : random_value(param, random)});
        }
      }
      const auto early = entry.make();
      for (const Change& change : changes) {
        early->set_param(change.index, change.value);
      }
      early->prepare(rate);
      const Stereo in = omx::testing::noise(300, seed);
      CHECK(play(*prepared(entry), in, {128}, changes).same_bits(play(*early, in)));
    }
  }
}

TEST_CASE("processing in place gives the same bits") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Stereo io = omx::testing::noise(3000, 4);
    const Stereo side = omx::testing::noise(3000, 5);
    const Stereo wanted = play(*prepared(entry), io, {3000}, {}, &side);
    const auto effect = prepared(entry);
    const float* in[] = {io.left.data(), io.right.data(), side.left.data(), side.right.data()};
    float* out[] = {io.left.data(), io.right.data()};
    effect->process(in, out, 3000);
    CHECK(io.same_bits(wanted));
  }
}

TEST_CASE("a side chain is heard through the main input only") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const Stereo side = omx::testing::noise(3000, 6);
    CHECK(play(*prepared(entry), Stereo(3000), {128}, {}, &side).same_bits(Stereo(3000)));
  }
}

TEST_CASE("an effect without a side chain never looks at one") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    if (entry.info->has_side_chain) {
      continue;
    }
    Stereo io = omx::testing::noise(1000, 7);
    const Stereo wanted = play(*prepared(entry), io);
    const float* in[] = {io.left.data(), io.right.data(), nullptr, nullptr};
    float* out[] = {io.left.data(), io.right.data()};
    prepared(entry)->process(in, out, 1000);
    CHECK(io.same_bits(wanted));
  }
}

TEST_CASE("the latency is that of the declaration, meters and the tempo are finite whatever happens") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const auto effect = prepared(entry);
    CHECK((effect->latency_frames() > 0) == entry.info->has_latency);
    for (const double tempo : {120.0, 0.0, 1e9, 1e-9, 33.3}) {
      effect->set_tempo(tempo);
      const Stereo in = omx::testing::noise(700, 8, 1000.0F);
      CHECK(std::isfinite(peak_of(play(*effect, in, {128}, {}, &in))));
      for (std::uint32_t i = 0; i < entry.info->meters.size(); ++i) {
        CHECK(std::isfinite(effect->meter(i)));
      }
    }
  }
}

TEST_CASE("silence in gives silence out: at once when new, and after a tail") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const auto effect = prepared(entry);
    CHECK(effect->asleep());
    CHECK(peak_of(play(*effect, Stereo(1000))) == 0.0F);
    CHECK(effect->asleep());
    play(*effect, omx::testing::noise(1000, 5));
    CHECK_FALSE(effect->asleep());
    // Asleep is deeper than the tail's -120 dB: three tails, and the grid on which an effect looks.
    play(*effect, Stereo(static_cast<std::size_t>(3.0 * effect->tail_frames()) + 4096));
    CHECK(effect->asleep());
    const Stereo silence = play(*effect, Stereo(1000));
    CHECK(silence.same_bits(Stereo(1000)));
    for (std::uint32_t i = 0; i < entry.info->meters.size(); ++i) {
      CHECK((!entry.info->meters[i].is_gain_reduction || effect->meter(i) == 0.0F));
    }
  }
}

TEST_CASE("no sample of a tail is a denormal, which would slow down what comes after") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Stereo in = omx::testing::noise(60000, 9);
    std::fill(in.left.begin() + 1000, in.left.end(), 0.0F);
    std::fill(in.right.begin() + 1000, in.right.end(), 0.0F);
    const Stereo out = play(*prepared(entry), in);
    const auto is_denormal = [](float sample) { return std::fpclassify(sample) == FP_SUBNORMAL; };
    CHECK(std::none_of(out.left.begin(), out.left.end(), is_denormal));
    CHECK(std::none_of(out.right.begin(), out.right.end(), is_denormal));
  }
}

TEST_CASE("samples that are no sound leave nothing behind") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Stereo in = omx::testing::noise(3000, 6);
    Stereo clean = in;  // also the side chain's
    std::size_t i = 100;
    for (const float bad : {infinity, -infinity, nan, 3e38F, -1e30F}) {
      in.left[i] = bad;
      clean.left[i] = 0.0F;
      in.right[i + 7] = bad;
      clean.right[i + 7] = 0.0F;
      i += 211;
    }
    CHECK(play(*prepared(entry), in, {128}, {}, &in)
              .same_bits(play(*prepared(entry), clean, {128}, {}, &clean)));
  }
}

namespace {

/// Input that no effect should meet: a kind for each of the first seeds, noise at +60 dBFS for the others,
/// and single samples that are no sound in all of them.
Stereo hostile(std::size_t frames, unsigned seed) {
  Stereo signal = omx::testing::noise(frames, seed, 1000.0F);
  std::mt19937 random(seed);
  constexpr float constants[] = {1000.0F, -1e-40F, 0.0F};
  if (seed < std::size(constants)) {
    std::fill(signal.left.begin(), signal.left.end(), constants[seed]);
    std::fill(signal.right.begin(), signal.right.end(), constants[seed]);
  }
  constexpr float special[] = {
      std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
      std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max(), -1e-40F};
  for (int i = 0; i < 200; ++i) {
    signal.left[random() % frames] = special[random() % 5];
    signal.right[random() % frames] = special[random() % 5];
  }
  return signal;
}

}  // namespace

TEST_CASE("random settings and hostile input give finite output") {
  for (const RegisteredEffect& entry : omx::effects()) {
    for (const double sample_rate : {44100.0, 48000.0, 96000.0, 192000.0}) {
      for (unsigned seed = 0; seed < 6; ++seed) {
        CAPTURE(std::string(entry.info->name));
        CAPTURE(sample_rate);
        CAPTURE(seed);
        const Stereo in = hostile(4000, seed);
        const Stereo side = hostile(4000, seed + 10);
        const auto effect = prepared(entry, sample_rate);
        const Stereo out =
            play(*effect, in, {1, 37, 512}, random_changes(*entry.info, in.frames(), 150, seed), &side);
        CHECK(std::isfinite(peak_of(out)));
      }
    }
  }
}

TEST_CASE("extremes of every parameter give finite output at every rate") {
  for (const RegisteredEffect& entry : omx::effects()) {
    for (const double sample_rate : {8000.0, 44100.0, 192000.0}) {
      for (std::uint32_t index = 0; index < entry.info->params.size(); ++index) {
        const ParamInfo& param = entry.info->params[index];
        for (const double value : {param.min_value, param.max_value}) {
          CAPTURE(std::string(entry.info->name));
          CAPTURE(sample_rate);
          CAPTURE(std::string(param.symbol));
          const auto effect = prepared(entry, sample_rate);
          effect->set_param(index, value);
          CHECK(std::isfinite(peak_of(play(*effect, omx::testing::noise(1500, 8)))));
        }
      }
    }
  }
}

TEST_CASE("ten thousand instances come and go, some of them prepared") {
  for (const RegisteredEffect& entry : omx::effects()) {
    for (int i = 0; i < 10000; ++i) {
      const auto effect = entry.make();
      if (i % 500 == 0) {
        effect->prepare(rate);
        CHECK(effect->asleep());
      }
    }
  }
}
