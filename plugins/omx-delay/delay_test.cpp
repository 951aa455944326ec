// Oracle: echo k at k times the time, on the sample, at mix * feedback^(k-1); through a one-pole filter k
// times.
#include "omx-delay/delay.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "effect/testing.hpp"
#include "omx-delay/sync.hpp"

namespace {

using omx::delay::Delay;
using omx::testing::Change;
using omx::testing::impulse;
using omx::testing::Setting;
using omx::testing::Stereo;
namespace param = omx::delay::param;

constexpr double rate = 48000.0;
constexpr double no_filter = 20000.0;

Delay made(const std::vector<Setting>& settings, double sample_rate_hz = rate) {
  return omx::testing::made_with<Delay>({{param::tone, no_filter}}, settings, sample_rate_hz);
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
  const Stereo in = omx::testing::line(8000, 8192.0F);
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
  const Stereo in = omx::testing::line(10000, 16384.0F);
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

TEST_CASE("a glide follows two one-poles: 1 - p^n - n (1-p) p^n of the way, n frames after the change") {
  // 500 Hz, wet only: what is heard is the sine of so many frames ago. From 15 to 5 ms and back: 480 frames,
  // of which (1-p) takes 0.25 at most, below the clamp. p = exp(-1/1920): 40 ms.
  constexpr double w = 2.0 * std::numbers::pi * 500.0 / rate;
  Delay delay = made(
      {{param::time, 15.0},
       {param::mix, 1.0},
       {param::feedback, 0.0},
       {param::change, 1.0},
       {param::offset, 3.0}});
  Stereo in(100000);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = float(std::sin(w * double(i)));
  }
  const Stereo out = play(delay, in, {100}, {{5000, param::time, 5.0}, {55000, param::time, 15.0}});
  const double p = std::exp(-1.0 / (0.04 * rate));
  const auto part = [&](double n) {
    return n <= 0.0 ? 0.0 : 1.0 - std::pow(p, n) - n * (1.0 - p) * std::pow(p, n);
  };
  double worst = 0.0;
  for (std::size_t i = 4000; i < in.frames(); ++i) {
    const double moved = 480.0 * (part(double(i) - 4999.0) - part(double(i) - 54999.0));
    worst = std::max(worst, std::fabs(double(out.left[i]) - std::sin(w * (double(i) - 720.0 + moved))));
    worst = std::max(worst, std::fabs(double(out.right[i]) - std::sin(w * (double(i) - 864.0 + moved))));
  }
  CHECK(worst < 1e-3);  // sixteen taps: 7e-4
  // At rest it is the input, bit by bit.
  CHECK(std::equal(out.left.begin() + 54000, out.left.begin() + 55000, in.left.begin() + 54000 - 240));
  CHECK(std::equal(out.left.end() - 1000, out.left.end(), in.left.end() - 1000 - 720));
}

TEST_CASE("a glide never moves by more than half a frame a frame: an octave down, a fifth up") {
  // On a ramp the output rises by 1 - (change of the delay) a frame: between 0.5 and 1.5.
  Delay delay = made({{param::time, 100.0}, {param::mix, 1.0}, {param::feedback, 0.0}, {param::change, 1.0}});
  const Stereo in = omx::testing::line(160000, 262144.0F);
  const Stereo out = play(
      delay, in, {100},
      {{10000, param::time, 500.0},
       {40000, param::time, 20.0},
       {70000, param::time, 400.0},
       {75000, param::time, 20.0}});
  double slowest = 1.0;
  double fastest = 1.0;
  for (std::size_t i = 10000; i < in.frames(); ++i) {
    const double step = 262144.0 * (double(out.left[i]) - double(out.left[i - 1]));
    slowest = std::min(slowest, step);
    fastest = std::max(fastest, step);
  }
  CHECK(slowest == doctest::Approx(0.5).epsilon(0.02));
  CHECK(fastest == doctest::Approx(1.5).epsilon(0.02));
  CHECK(out.left.back() == in.left[in.frames() - 1 - 960]);
}

TEST_CASE("glides, fades and rest give the same bits for every block size") {
  Stereo in = omx::testing::noise(90000, 19);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    if (i % 45000 >= 20000) {
      in.left[i] = in.right[i] = 0.0F;
    }
  }
  const auto run = [&](const std::vector<std::size_t>& blocks) {
    Delay delay = made({{param::time, 1.0}, {param::feedback, 0.4}, {param::change, 1.0}});
    return play(
        delay, in, blocks,
        {{2000, param::time, 3.0},
         {2500, param::time, 1.0},
         {8000, param::offset, -4.0},
         {8100, param::change, 0.0},
         {8200, param::time, 30.0},
         {45100, param::change, 1.0},
         {45200, param::time, 4.0},
         {46000, param::time, 2000.0}});
  };
  const Stereo wanted = run({128});
  CHECK(run({1}).same_bits(wanted));
  CHECK(run({17, 4096}).same_bits(wanted));
}

TEST_CASE("a note's time at 120 beats per minute, and halved until it fits into 2 s") {
  // 1/4 is one beat, 500 ms; sixteenths 125 ms; a whole note 2 s, dotted 3 s, hence 1.5 s.
  const double wanted_ms[] = {83.3333333, 125.0,       187.5,        166.6666667, 250.0,
                              375.0,      333.3333333, 500.0,        750.0,       666.6666667,
                              1000.0,     1500.0,      1333.3333333, 2000.0,      1500.0};
  for (int note = 0; note < 15; ++note) {
    CAPTURE(omx::delay::params[param::sync].labels[std::size_t(note + 1)]);
    CHECK(omx::delay::note_ms(note, 120.0, 2000.0) == doctest::Approx(wanted_ms[note]));
  }
  CHECK(omx::delay::note_ms(13, 35.0, 2000.0) == doctest::Approx(60000.0 * 4.0 / 35.0 / 4.0));
}

TEST_CASE("with sync, echoes come at the host's tempo; without a tempo, at the time of the dial") {
  constexpr double eighth = 5.0;  // the choice "1/8"
  const std::vector<Setting> settings = {
      {param::time, 10.0}, {param::sync, eighth}, {param::feedback, 0.0}, {param::mix, 1.0}};
  CHECK(std::string(omx::delay::params[param::sync].labels[5]) == "1/8");
  Delay synced = made(settings);
  synced.set_tempo(100.0);  // an eighth of 300 ms: 14400 frames
  check_only(play(synced, impulse(15000)).left, {{14400, 1.0}});
  Delay alone = made(settings);
  check_only(play(alone, impulse(1000)).left, {{480, 1.0}});
  for (const double no_tempo : {0.0, -3.0, std::nan(""), double(INFINITY)}) {
    Delay odd = made(settings);
    odd.set_tempo(no_tempo);
    check_only(play(odd, impulse(1000)).left, {{480, 1.0}});
  }
  // A new tempo while it plays is a change of time: at 150 beats the eighth is 200 ms.
  synced.reset();
  play(synced, impulse(20000));
  synced.set_tempo(150.0);
  play(synced, Stereo(5000));  // the fade
  check_only(play(synced, impulse(12000)).left, {{9600, 1.0}});
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
