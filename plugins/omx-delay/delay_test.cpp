// Oracle: echo k at k times the time, on the sample, at mix * feedback^(k-1); through a one-pole filter k
// times.
#include "omx-delay/delay.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "effect/testing.hpp"

namespace {

using omx::delay::Delay;
using omx::testing::Change;
using omx::testing::impulse;
using omx::testing::Stereo;
namespace param = omx::delay::param;

constexpr double rate = 48000.0;
constexpr double no_filter = 20000.0;

struct Setting {
  std::uint32_t index;
  double value;
};

Delay made(const std::vector<Setting>& settings, double sample_rate_hz = rate) {
  Delay delay;
  delay.set_param(param::tone, no_filter);
  for (const Setting& setting : settings) {
    delay.set_param(setting.index, setting.value);
  }
  delay.prepare(sample_rate_hz);
  return delay;
}

void check_only(const std::vector<float>& got, const std::vector<std::pair<std::size_t, double>>& echoes) {
  std::vector<double> wanted(got.size());
  for (const auto& [frame, level] : echoes) {
    wanted[frame] += level;
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (wanted[i] == 0.0) {
      CHECK(got[i] == 0.0F);
    } else {
      CHECK(got[i] == doctest::Approx(wanted[i]).epsilon(1e-6));
    }
  }
}

}  // namespace

TEST_CASE("echo k comes after k times the time at mix * feedback^(k-1)") {
  for (const double sample_rate : {44100.0, 48000.0, 96000.0}) {
    CAPTURE(sample_rate);
    Delay delay = made({{param::time, 100.0}, {param::feedback, 0.5}, {param::mix, 0.25}}, sample_rate);
    const auto frames = std::size_t(0.1 * sample_rate);  // 4410, 4800, 9600
    const Stereo out = play(delay, impulse(4 * frames, 1.0F, -0.5F));
    check_only(out.left, {{0, 0.75}, {frames, 0.25}, {2 * frames, 0.125}, {3 * frames, 0.0625}});
    check_only(out.right, {{0, -0.375}, {frames, -0.125}, {2 * frames, -0.0625}, {3 * frames, -0.03125}});
  }
}

TEST_CASE("a time between two samples is rounded: 333.3 ms at 44.1 kHz is 14699 frames (14698.53)") {
  Delay delay = made({{param::time, 333.3}, {param::feedback, 0.0}, {param::mix, 1.0}}, 44100.0);
  check_only(play(delay, impulse(20000)).left, {{14699, 1.0}});
}

TEST_CASE("shortest and longest time") {
  Delay shortest = made({{param::time, 1.0}, {param::feedback, 0.0}, {param::mix, 1.0}});
  check_only(play(shortest, impulse(300), {256}).left, {{48, 1.0}});
  Delay longest =
      made({{param::time, 2000.0}, {param::offset, 100.0}, {param::feedback, 0.0}, {param::mix, 1.0}});
  const Stereo out = play(longest, impulse(101000));
  check_only(out.left, {{96000, 1.0}});
  check_only(out.right, {{100800, 1.0}});
}

TEST_CASE("ping-pong: half the sum enters on the left, echoes alternate") {
  Delay delay = made({{param::time, 10.0}, {param::feedback, 0.5}, {param::mix, 0.5}, {param::mode, 1.0}});
  const Stereo out = play(delay, impulse(2000, 1.0F, 0.5F));  // half the sum: 0.75
  check_only(out.left, {{0, 0.5}, {480, 0.375}, {1440, 0.09375}});
  check_only(out.right, {{0, 0.25}, {960, 0.1875}, {1920, 0.046875}});
}

TEST_CASE("the offset makes one side later") {
  for (const double offset_ms : {5.0, -5.0}) {
    Delay delay =
        made({{param::time, 10.0}, {param::offset, offset_ms}, {param::feedback, 0.0}, {param::mix, 1.0}});
    const Stereo out = play(delay, impulse(1000));
    check_only(out.left, {{offset_ms > 0.0 ? 480U : 720U, 1.0}});
    check_only(out.right, {{offset_ms > 0.0 ? 720U : 480U, 1.0}});
  }
}

TEST_CASE("echo k has gone through y = (1-p) x + p y k times, p = exp(-2 pi fc / fs)") {
  Delay delay = made({{param::time, 10.0}, {param::feedback, 0.5}, {param::mix, 1.0}, {param::tone, 3000.0}});
  const Stereo out = play(delay, impulse(1400));
  const double p = std::exp(-2.0 * std::numbers::pi * 3000.0 / rate);
  // Impulse responses of one and of two such filters: (1-p) p^n and (1-p)^2 (n+1) p^n.
  for (int n = 0; n < 60; ++n) {
    const double once = (1.0 - p) * std::pow(p, n);
    const double twice = (1.0 - p) * (1.0 - p) * (n + 1) * std::pow(p, n);
    CHECK(out.left[std::size_t(480 + n)] == doctest::Approx(once).epsilon(1e-4));
    CHECK(out.left[std::size_t(960 + n)] == doctest::Approx(0.5 * twice).epsilon(1e-4));
  }
}

TEST_CASE("dry only and wet only") {
  const Stereo in = omx::testing::noise(3000, 2);
  Delay dry = made({{param::mix, 0.0}});
  CHECK(play(dry, in).same_bits(in));
  Delay wet = made({{param::mix, 1.0}, {param::time, 10.0}, {param::feedback, 0.0}});
  const Stereo out = play(wet, in);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    CHECK(out.left[i] == (i < 480 ? 0.0F : in.left[i - 480]));
  }
}

TEST_CASE("a change of time fades from one echo to the other in 30 ms, on the line between them") {
  // A constant 1 from frame 0 on, wet only, no feedback: both taps hear 1 after 2000 frames, so the fade is
  // not heard. A ramp input makes the taps differ by a constant: the output moves on a straight line.
  Delay delay = made({{param::time, 10.0}, {param::mix, 1.0}, {param::feedback, 0.0}});
  Stereo in(8000);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = float(i) / 8192.0F;  // exact
  }
  const Stereo out = play(delay, in, {100}, {{4000, param::time, 20.0}});
  constexpr std::size_t fade = 1440;  // 30 ms
  for (std::size_t i = 3000; i < 8000; ++i) {
    const double gain = i < 4000 ? 0.0 : std::min(1.0, double(i - 4000 + 1) / double(fade));
    const double wanted = (double(i) - 480.0 - gain * 480.0) / 8192.0;
    CHECK(out.left[i] == doctest::Approx(wanted).epsilon(1e-5));
  }
}

TEST_CASE("a change of time during a fade waits for its end") {
  Delay delay = made({{param::time, 10.0}, {param::mix, 1.0}, {param::feedback, 0.0}});
  Stereo in(10000);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = float(i) / 16384.0F;  // exact
  }
  const Stereo out = play(delay, in, {100}, {{4000, param::time, 20.0}, {4500, param::time, 30.0}});
  constexpr double fade = 1440.0;
  for (std::size_t i = 3000; i < in.frames(); ++i) {
    const double faded = std::clamp((double(i) - 4000.0 + 1.0) / fade, 0.0, 2.0);  // two fades in a row
    CHECK(out.left[i] == doctest::Approx((double(i) - 480.0 - faded * 480.0) / 16384.0).epsilon(1e-5));
  }
}

TEST_CASE("changes of mix, feedback and mode make no step") {
  Delay delay = made({{param::time, 10.0}, {param::feedback, 0.3}});
  Stereo in(12000);
  std::fill(in.left.begin(), in.left.end(), 0.5F);
  std::fill(in.right.begin(), in.right.end(), -0.25F);
  const Stereo out = play(
      delay, in, {64}, {{6000, param::mix, 0.9}, {7500, param::feedback, 0.0}, {9000, param::mode, 1.0}});
  for (std::size_t i = 5000; i < in.frames(); ++i) {
    CHECK(std::fabs(out.left[i] - out.left[i - 1]) < 0.002F);
    CHECK(std::fabs(out.right[i] - out.right[i - 1]) < 0.002F);
  }
}

TEST_CASE("falling asleep and waking give the same bits for every block size") {
  // Below -140 dB after 24 echoes of 15 ms (0.5^24), 17280 frames after the burst.
  Stereo in = omx::testing::noise(90000, 9);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    if (i % 30000 >= 3000) {
      in.left[i] = in.right[i] = 0.0F;
    }
  }
  const auto run = [&](const std::vector<std::size_t>& blocks, std::size_t frames) {
    Delay delay = made({{param::time, 15.0}, {param::feedback, 0.5}, {param::tone, 4000.0}});
    Stereo part(frames);
    std::copy_n(in.left.begin(), frames, part.left.begin());
    std::copy_n(in.right.begin(), frames, part.right.begin());
    const Stereo out = play(delay, part, blocks, {{40000, param::time, 22.0}, {55000, param::mode, 1.0}});
    return std::pair(out, delay.asleep());
  };
  CHECK(run({128}, 1000).second == false);
  CHECK(run({128}, 29000).second == true);
  const Stereo wanted = run({128}, 90000).first;
  CHECK(run({1}, 90000).first.same_bits(wanted));
  CHECK(run({17, 4096}, 90000).first.same_bits(wanted));
}

TEST_CASE("the tail is the time of echoes down to -120 dB: 0.5^20 is -120.4 dB, so 21 echoes") {
  CHECK(made({{param::time, 100.0}, {param::feedback, 0.5}}).tail_frames() == 21.0 * 4800.0);
  CHECK(made({{param::time, 100.0}, {param::feedback, 0.0}}).tail_frames() == 4800.0);
}
