// Oracles: the definitions of the parts in double precision for what comes before the tail; Schroeder's
// backward integration, Abel's echo density and Schroeder's law of powers for the tail.
#include "omx-reverb/reverb.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "dsp/matched_filters.hpp"
#include "effect/testing.hpp"
#include "omx-reverb/measures.hpp"
#include "omx-reverb/mixing.hpp"

namespace {

using namespace omx::reverb;
using omx::testing::Change;
using omx::testing::impulse;
using omx::testing::Setting;
using omx::testing::Stereo;

constexpr int types = 4;
const std::vector<Setting> plain = {
    {param::mix, 1.0},
    {param::low_cut, 20.0},
    {param::high_cut, 20000.0},
    {param::predelay, 0.0},
    {param::motion, 0.0}};

/// Wet only, no cuts, no predelay, no motion; then the settings.
Reverb made(const std::vector<Setting>& settings, double rate = 48000.0) {
  return omx::testing::made_with<Reverb>(plain, settings, rate);
}

/// Four all-passes in series, by their definition.
std::vector<double> diffused_impulse(int side, std::size_t frames, double rate) {
  std::vector<double> x(frames);
  x[0] = 1.0;
  for (const int length : diffuser_lengths(side, rate)) {
    const auto d = static_cast<std::size_t>(length);
    std::vector<double> v(frames);
    for (std::size_t n = 0; n < frames; ++n) {
      const double y = (n >= d ? v[n - d] : 0.0) - double(diffuser_gain) * x[n];
      v[n] = x[n] + double(diffuser_gain) * y;
      x[n] = y;
    }
  }
  return x;
}

std::size_t first_sound(const std::vector<float>& signal) {
  return std::size_t(
      std::find_if(signal.begin(), signal.end(), [](float v) { return v != 0.0F; }) - signal.begin());
}

double energy_db(const Stereo& signal) {
  double sum = 0.0;
  for (std::size_t i = 0; i < signal.frames(); ++i) {
    sum +=
        double(signal.left[i]) * double(signal.left[i]) + double(signal.right[i]) * double(signal.right[i]);
  }
  return 10.0 * std::log10(sum);
}

/// Mean decay of both outputs for impulses on one side at a time, at several places of the turns.
double measured_decay(std::vector<Setting> settings, double seconds, double hz, int impulses, double rate) {
  settings.push_back({param::decay, seconds});
  settings.push_back({param::motion, 0.5});
  std::vector<double> decay;
  for (int i = 0; i < impulses; ++i) {
    Reverb reverb = made(settings, rate);
    play(reverb, Stereo(std::size_t(7001 * (i / 2))));
    const Stereo in = impulse(
        std::size_t((0.7 * seconds + 0.1) * rate), i % 2 == 0 ? 1.0F : 0.0F, i % 2 == 0 ? 0.0F : 1.0F);
    const Stereo out = play(reverb, in);
    measure::add_decay(decay, out.left, hz, rate);
    measure::add_decay(decay, out.right, hz, rate);
  }
  return measure::decay_seconds(decay, rate);
}

}  // namespace

TEST_CASE("dry only is the input") {
  Reverb reverb = made({{param::mix, 0.0}});
  const Stereo in = omx::testing::noise(3000, 2);
  CHECK(play(reverb, in).same_bits(in));
}

TEST_CASE("before the tail: early reflections at their places and levels, through the diffusers") {
  for (const double rate : {44100.0, 192000.0}) {
    for (const int type : {0, 1, 3}) {
      CAPTURE(rate);
      CAPTURE(type);
      const Layout layout = layout_of(Type(type), 1.0, 25.0, rate);
      const int shortest = *std::min_element(layout.lines.begin(), layout.lines.end());
      const auto frames = std::size_t(layout.predelay + shortest);
      Reverb reverb = made(
          {{param::type, double(type)}, {param::size, 1.0}, {param::predelay, 25.0}, {param::early, 0.8}},
          rate);
      const Stereo out = play(reverb, impulse(frames + 1, 1.0F, -0.5F));
      std::vector<double> diffused[2] = {
          diffused_impulse(0, frames, rate), diffused_impulse(1, frames, rate)};
      for (std::size_t side = 0; side < 2; ++side) {
        std::vector<double> wanted(frames);
        for (std::size_t k = 0; k < early_taps; ++k) {
          const std::size_t from = early_crosses(int(k)) ? 1 - side : side;
          const double gain =
              double(early_gains[k]) * 0.8 * double(early_level(Type(type))) * (from == 0 ? 1.0 : -0.5);
          for (auto n = std::size_t(layout.predelay + layout.early[side][k]); n < frames; ++n) {
            wanted[n] += gain * diffused[from][n - std::size_t(layout.predelay + layout.early[side][k])];
          }
        }
        const std::vector<float>& got = side == 0 ? out.left : out.right;
        for (std::size_t n = 0; n < frames; ++n) {
          CHECK(double(got[n]) == doctest::Approx(wanted[n]).epsilon(1e-5).scale(1.0));
        }
      }
    }
  }
}

TEST_CASE("the squares of the early reflections add up to 1") {
  double sum = 0.0;
  for (const float gain : early_gains) {
    sum += double(gain) * double(gain);
  }
  CHECK(sum == doctest::Approx(1.0).epsilon(1e-6));
}

TEST_CASE("the tail begins after predelay and shortest line, at every rate") {
  for (const double rate : {8000.0, 44100.0, 48000.0, 96000.0, 192000.0}) {
    CAPTURE(rate);
    Reverb reverb = made({{param::early, 0.0}, {param::predelay, 40.0}, {param::size, 0.5}}, rate);
    // A room at half size: 12 ms.
    const auto wanted = std::size_t(std::lround(0.04 * rate) + std::lround(0.012 * rate));
    const Stereo out = play(reverb, impulse(wanted + 2));
    CHECK(first_sound(out.left) == wanted);
    CHECK(first_sound(out.right) == wanted);
  }
}

TEST_CASE("the decay at 1 kHz is within 5 % of the dial for all types over the dial's range") {
  constexpr double rate = 8000.0;  // what matters is the time: frames are only counted
  for (int type = 0; type < types; ++type) {
    for (const double damping : {2000.0, 20000.0}) {
      CAPTURE(type);
      CAPTURE(damping);
      const std::vector<Setting> settings = {{param::type, double(type)}, {param::damping, damping}};
      CHECK(measured_decay(settings, 0.4, 1000.0, 12, rate) == doctest::Approx(0.4).epsilon(0.05));
      CHECK(measured_decay(settings, 1.5, 1000.0, 4, rate) == doctest::Approx(1.5).epsilon(0.05));
    }
    CHECK(
        measured_decay({{param::type, double(type)}}, 20.0, 1000.0, 1, rate) ==
        doctest::Approx(20.0).epsilon(0.05));
  }
}

TEST_CASE("the decay at the damping frequency is half the dial") {
  CHECK(
      measured_decay({{param::damping, 3000.0}}, 2.0, 3000.0, 6, 16000.0) ==
      doctest::Approx(1.0).epsilon(0.05));
  CHECK(
      measured_decay({{param::damping, 3000.0}}, 2.0, 1000.0, 6, 16000.0) ==
      doctest::Approx(2.0).epsilon(0.05));
}

TEST_CASE("what lives longest: k0 = (1-10u)/(1-5u) with u = 1/(1 + 4 fd^2) in kHz") {
  // fd = 2 kHz: u = 1/17, (7/17)/(12/17).
  CHECK(slowest_rate({1.0, 2000.0}) == doctest::Approx(7.0 / 12.0));
  CHECK(slowest_rate({1.0, 0.0}) == 1.0);
}

TEST_CASE("echo density: that of noise, within 15 %, from 120 ms on, and no single modes stand out") {
  constexpr double rate = 48000.0;
  for (int type = 0; type < types; ++type) {
    CAPTURE(type);
    Reverb reverb = made(
        {{param::type, double(type)}, {param::decay, 1.5}, {param::damping, 20000.0}, {param::motion, 0.5}});
    const Stereo out = play(reverb, impulse(31000, 1.0F, 0.0F));
    for (const std::vector<float>* side : {&out.left, &out.right}) {
      double mean = 0.0;
      for (int ms = 120; ms < 320; ms += 10) {
        mean += measure::echo_density(*side, std::size_t(48 * ms), rate) / 20.0;
      }
      CHECK(mean == doctest::Approx(1.0).epsilon(0.05));
      CHECK(measure::echo_density(*side, std::size_t(48 * 120), rate) > 0.85);
      const measure::Modes modes = measure::modes_of(*side, 14400, 1.5, rate);
      CHECK(modes.second_moment > 1.7);
      CHECK(modes.second_moment < 3.3);
      CHECK(modes.highest_peak < 2.5);
    }
  }
}

TEST_CASE("the energy is the same at any width, decay and size; no width is mono") {
  CHECK(width_gains(0.0).same == width_gains(0.0).other);
  CHECK(width_gains(1.0).same == doctest::Approx(1.0));
  CHECK(std::fabs(width_gains(1.0).other) < 1e-6F);
  const auto energy = [](std::uint32_t index, double value) {
    Reverb reverb = made(
        {{param::type, 2.0},
         {param::decay, 0.8},
         {param::damping, 20000.0},
         {param::early, 0.0},
         {index, value}},
        24000.0);
    return energy_db(play(reverb, impulse(24000, 1.0F, 0.0F)));
  };
  // One input has an energy of 1/2 on each side: 0 dB together.
  for (const double width : {0.0, 0.3, 0.7, 1.0}) {
    CHECK(std::fabs(energy(param::width, width) - energy(param::width, 0.5)) < 0.3);
    CHECK(std::fabs(energy(param::width, width)) < 1.0);
  }
  CHECK(std::fabs(energy(param::decay, 0.5)) < 1.0);
  CHECK(std::fabs(energy(param::size, 0.0)) < 1.0);
  CHECK(std::fabs(energy(param::size, 1.0)) < 1.0);
  Reverb mono = made({{param::width, 0.0}});
  const Stereo out = play(mono, omx::testing::noise(6000, 3));
  CHECK(out.left == out.right);
}

TEST_CASE("the cuts filter the reverb, not the dry signal") {
  constexpr double q = 0.7071067811865476;
  const Stereo in = omx::testing::noise(4000, 8);
  Reverb open = made({});
  Reverb cut = made({{param::low_cut, 300.0}, {param::high_cut, 5000.0}});
  const Stereo whole = play(open, in);
  const Stereo out = play(cut, in);
  const auto high_pass = omx::dsp::design_filter({omx::dsp::FilterShape::high_pass, 300.0, q, 0.0}, 48000.0);
  const auto low_pass = omx::dsp::design_filter({omx::dsp::FilterShape::low_pass, 5000.0, q, 0.0}, 48000.0);
  omx::dsp::SvfState states[2];
  for (std::size_t n = 0; n < in.frames(); ++n) {
    const float wanted = svf_tick(low_pass, states[1], svf_tick(high_pass, states[0], whole.left[n]));
    CHECK(out.left[n] == doctest::Approx(double(wanted)).epsilon(1e-6).scale(1.0));
  }
}

TEST_CASE("changes of every parameter make no click") {
  // A sine of 100 Hz: its second difference is at most w^2 = 1.7e-4 of its level, and a fade of 20 ms bends
  // by 1/960 of what changes. A click would be the whole of what changes.
  Stereo in(60000);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = 0.5F * std::sin(float(i % 480) * float(2.0 * std::numbers::pi / 480.0));
  }
  Reverb reverb = made({{param::motion, 0.5}, {param::decay, 1.0}});
  const Stereo out = play(
      reverb, in, {128},
      {{12000, param::type, 3.0},
       {16000, param::size, 0.9},
       {20000, param::predelay, 120.0},
       {24000, param::decay, 6.0},
       {28000, param::damping, 2000.0},
       {32000, param::early, 1.0},
       {36000, param::motion, 1.0},
       {40000, param::width, 0.2},
       {44000, param::low_cut, 400.0},
       {48000, param::high_cut, 2000.0},
       {52000, param::mix, 0.3},
       {56000, param::type, 2.0}});
  float loudest = 0.0F;
  for (std::size_t i = 10000; i < in.frames(); ++i) {
    const float bend = out.left[i] - 2.0F * out.left[i - 1] + out.left[i - 2];
    CHECK(std::fabs(bend) < 0.01F);
    loudest = std::max(loudest, std::fabs(out.left[i]));
  }
  CHECK(loudest > 0.2F);
}

TEST_CASE("a fade of layouts plays both tails: the sound goes on") {
  Reverb reverb = made({{param::decay, 5.0}, {param::damping, 20000.0}});
  Stereo in = omx::testing::noise(30000, 12);
  std::fill(in.left.begin() + 10000, in.left.end(), 0.0F);
  std::fill(in.right.begin() + 10000, in.right.end(), 0.0F);
  const Stereo out = play(reverb, in, {128}, {{15000, param::type, 3.0}});
  const auto power = [&](std::size_t from) {
    double sum = 0.0;
    for (std::size_t i = from; i < from + 3000; ++i) {
      sum += double(out.left[i]) * double(out.left[i]);
    }
    return 10.0 * std::log10(sum / 3000.0);
  };
  // 0.2 s of a decay of 5 s are 2.4 dB; the larger space holds the same energy in more frames, with a gain
  // that makes up for it, and the fade takes up to 3 dB.
  CHECK(power(12000) - power(24000) < 8.0);
  CHECK(power(12000) - power(24000) > -4.0);
}

TEST_CASE("the longest decay stays bounded when every parameter jumps, and falls when the input ends") {
  Reverb reverb = made({{param::decay, 20.0}, {param::damping, 20000.0}});
  Stereo in = omx::testing::noise(48000, 5, 1.0F);
  std::fill(in.left.begin() + 32000, in.left.end(), 0.0F);
  std::fill(in.right.begin() + 32000, in.right.end(), 0.0F);
  std::vector<Change> changes;
  std::mt19937 random(77);
  for (std::size_t frame = 0; frame < in.frames(); frame += 97) {
    const std::uint32_t index[] = {param::type, param::size, param::damping, param::motion};
    const std::uint32_t i = index[random() % 4];
    const auto& param_info = params[i];
    const double part = double(random() % 1001) / 1000.0;
    const double value = param_info.min_value + part * (param_info.max_value - param_info.min_value);
    changes.push_back({frame, i, i == param::type ? std::round(value) : value});
  }
  const Stereo out = play(reverb, in, {128}, changes);
  float before = 0.0F;
  float after = 0.0F;
  for (std::size_t i = 0; i < in.frames(); ++i) {
    const float level = std::max(std::fabs(out.left[i]), std::fabs(out.right[i]));
    float& peak = i < 36000 ? before : after;
    peak = std::max(peak, level);
    REQUIRE(std::isfinite(level));
  }
  CHECK(before < 20.0F);
  CHECK(after < before);
}

TEST_CASE("the tail: 120 dB at the slowest rate, twice the decay over k0, and the delays before it") {
  const double rate = 48000.0;
  const double damped = made({{param::decay, 2.0}, {param::damping, 2000.0}}).tail_frames();
  const double open = made({{param::decay, 2.0}, {param::damping, 20000.0}}).tail_frames();
  CHECK(damped - open == doctest::Approx(rate * 4.0 * (12.0 / 7.0 - 1.0)));
  // 200 ms of predelay and 2 * 55 ms of early reflections, one part of 128 frames, 0.3 s of diffusers.
  CHECK(open == doctest::Approx(rate * (4.0 + 0.3 + 0.2 + 0.11) + 128.0));
}
