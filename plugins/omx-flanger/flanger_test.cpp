// Oracle: the comb of a delay, its notches and peaks in closed form, and the places of the movement.
#include "omx-flanger/flanger.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include <doctest/doctest.h>

#include "bench/effects/scalar_flanger.hpp"
#include "effect/measuring.hpp"
#include "effect/testing.hpp"

namespace {

using Complex = std::complex<double>;
using omx::flanger::Flanger;
using omx::testing::impulse;
using omx::testing::Setting;
using omx::testing::Stereo;
using omx::testing::two_pi;
namespace param = omx::flanger::param;

constexpr double rate = 48000.0;

/// Still, and without feedback, unless set otherwise.
Flanger made(const std::vector<Setting>& settings, double sample_rate_hz = rate) {
  return omx::testing::made_with<Flanger>(
      {{param::depth, 0.0}, {param::feedback, 0.0}, {param::spread, 0.0}}, settings, sample_rate_hz);
}

Complex response_at(const std::vector<float>& impulse_response, double hz, double sample_rate_hz = rate) {
  return omx::testing::transform_at(impulse_response, hz, sample_rate_hz);
}

}  // namespace

TEST_CASE("notches are at odd multiples of 1/(2T), inverted at whole multiples of 1/T; peaks between") {
  // 0.7 ms is 33.6 frames at 48 kHz and 30.87 at 44.1 kHz: the notches lie between samples' places.
  for (const double sample_rate : {44100.0, 48000.0}) {
    for (const double delay_ms : {0.25, 0.7, 5.0}) {
      for (const bool inverted : {false, true}) {
        CAPTURE(sample_rate);
        CAPTURE(delay_ms);
        CAPTURE(inverted);
        Flanger flanger =
            made({{param::delay, delay_ms}, {param::polarity, inverted ? 1.0 : 0.0}}, sample_rate);
        CHECK(flanger.latency_frames() == 0);
        const Stereo out = play(flanger, impulse(400));
        const double step_hz = 500.0 / delay_ms;  // 1/(2T)
        for (int k = 0; k * step_hz < 0.36 * sample_rate; ++k) {
          const bool notch = (k % 2 == 1) != inverted;
          const double level = std::abs(response_at(out.left, k * step_hz, sample_rate));
          CHECK(std::fabs(level - (notch ? 0.0 : 1.0)) < 0.0004);  // the notch is 68 dB deep
        }
      }
    }
  }
}

TEST_CASE("feedback of either sign repeats the copy, T apart, times f each") {
  for (const double feedback : {0.6, -0.6}) {
    Flanger flanger = made({{param::delay, 1.0}, {param::feedback, feedback}});
    const Stereo out = play(flanger, impulse(500, 1.0F, -0.5F));
    for (std::size_t i = 0; i < 500; ++i) {
      const double wanted = i == 0        ? 0.5
                            : i % 48 == 0 ? 0.5 * std::pow(feedback, double(i) / 48.0 - 1.0)
                                          : 0.0;
      CHECK(double(out.left[i]) == doctest::Approx(wanted).epsilon(1e-6));
      CHECK(double(out.right[i]) == doctest::Approx(-0.5 * wanted).epsilon(1e-6));
    }
  }
}

TEST_CASE("the response is (1-m) + m z/(1 - f z) with z = exp(-2 pi i T hz), also between samples") {
  constexpr double delay_ms = 0.7071;
  for (const double feedback : {0.9, -0.9}) {
    Flanger flanger = made({{param::delay, delay_ms}, {param::feedback, feedback}, {param::mix, 0.4}});
    const Stereo out = play(flanger, impulse(12000));
    for (double hz = 100.0; hz < 8000.0; hz *= 1.17) {
      const Complex z = std::polar(1.0, -two_pi * 0.001 * delay_ms * hz);
      const Complex wanted = 0.6 + 0.4 * z / (1.0 - feedback * z);
      // An error e of the interpolation is e/(1-|f|) at a peak, of which there is 1/(1-|f|).
      CHECK(std::abs(response_at(out.left, hz) - wanted) < 0.4 * 7e-4 / 0.01);
    }
  }
}

TEST_CASE("the copy is late by delay + depth (1 + w)/2, the mean of the voices is heard") {
  // On a straight line the mean of voices half a turn apart does not move: 0.5 ms + 2 ms = 120 frames.
  const Stereo in = omx::testing::line(30000, 8192.0F);
  for (const bool two : {false, true}) {
    Flanger flanger = made(
        {{param::rate, 2.0},
         {param::delay, 0.5},
         {param::depth, 4.0},
         {param::spread, 90.0},
         {param::voices, two ? 2.0 : 1.0},
         {param::mix, 1.0}});
    const Stereo out = play(flanger, in, {64, 100, 1});
    double worst = 0.0;
    for (std::size_t i = 1000; i < out.frames(); ++i) {
      const double turn = double(i) / 24000.0;
      const double swing = two ? 0.0 : 96.0;
      const double left = 120.0 + swing * std::sin(two_pi * turn);
      const double right = 120.0 + swing * std::cos(two_pi * turn);
      worst = std::max(worst, std::fabs(double(out.left[i]) * 8192.0 - (double(i) - left)));
      worst = std::max(worst, std::fabs(double(out.right[i]) * 8192.0 - (double(i) - right)));
    }
    CHECK(worst < 0.01);  // frames; single precision has 0.004 at the end of the line
  }
}

TEST_CASE("through zero the dry signal is late by the middle, and meets the copy twice a turn") {
  // Without depth they always meet: normal, the input comes back, 1 ms late; inverted, nothing does.
  const Stereo in = omx::testing::noise(3000, 5);
  Flanger normal = made({{param::delay, 1.0}, {param::through_zero, 1.0}});
  const Stereo same = play(normal, in);
  Flanger inverted = made({{param::delay, 1.0}, {param::through_zero, 1.0}, {param::polarity, 1.0}});
  const Stereo nothing = play(inverted, in);
  for (std::size_t i = 100; i < in.frames(); ++i) {
    CHECK(std::fabs(same.left[i] - in.left[i - 48]) < 1e-6F);
    CHECK(std::fabs(nothing.left[i]) < 1e-6F);
  }
  // With depth, inverted, on a straight line: half of what they are apart, from -48 to 48 frames.
  const Stereo line = omx::testing::line(24000, 8192.0F);
  Flanger moving = made(
      {{param::rate, 2.0},
       {param::delay, 0.5},
       {param::depth, 2.0},
       {param::through_zero, 1.0},
       {param::polarity, 1.0}});
  const Stereo out = play(moving, line);
  for (std::size_t i = 500; i < line.frames(); ++i) {
    const double apart = 48.0 * std::sin(two_pi * double(i) / 24000.0);
    CHECK(std::fabs(double(out.left[i]) * 8192.0 - 0.5 * apart) < 0.01);
  }
}

TEST_CASE("mix 0 is the input; changes make no step") {
  const Stereo noise = omx::testing::noise(2000, 6);
  Flanger dry = made({{param::mix, 0.0}, {param::feedback, 0.9}, {param::depth, 5.0}});
  CHECK(play(dry, noise).same_bits(noise));
  // A sine of 100 Hz, amplitude 0.25, moves by 0.0033 a frame; feedback of 0.7 raises that to 0.011.
  Stereo in(24000);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = float(0.25 * std::sin(two_pi * double(i) / 480.0));
  }
  Flanger flanger = made({{param::delay, 2.0}});
  const Stereo out = play(
      flanger, in, {64},
      {{3000, param::voices, 3.0},
       {5000, param::depth, 6.0},
       {8000, param::feedback, 0.7},
       {10000, param::polarity, 1.0},
       {12000, param::through_zero, 1.0},
       {15000, param::feedback, -0.5},
       {17000, param::delay, 8.0},
       {19000, param::through_zero, 0.0},
       {21000, param::shape, 1.0}});
  for (std::size_t i = 1500; i < in.frames(); ++i) {
    CHECK(std::fabs(out.left[i] - out.left[i - 1]) < 0.03F);
    CHECK(std::fabs(out.right[i] - out.right[i - 1]) < 0.03F);
  }
}

TEST_CASE("feedback near one dies away, then the flanger rests") {
  Flanger flanger = made({{param::delay, 10.0}, {param::feedback, -0.95}});
  play(flanger, omx::testing::noise(1000, 7));
  // 0.95^k is -140 dB at k = 314: 150720 frames of 10 ms rounds, and the line's 960.
  play(flanger, Stereo(100000));
  CHECK_FALSE(flanger.asleep());
  play(flanger, Stereo(60000));
  CHECK(flanger.asleep());
}

TEST_CASE("a plain version, sample by sample with std::sin, plays the same") {
  const Stereo in = omx::testing::noise(6000, 8);
  for (const double sample_rate : {44100.0, 96000.0}) {
    for (const double voices : {1.0, 2.0, 3.0, 4.0}) {
      Flanger flanger;
      omx::bench::ScalarFlanger plain;
      const std::vector<Setting> settings{
          {param::voices, voices},
          {param::rate, 3.0},
          {param::shape, voices > 2.0 ? 1.0 : 0.0},
          {param::feedback, voices > 1.0 ? -0.6 : 0.6},
          {param::polarity, voices > 3.0 ? 1.0 : 0.0},
          {param::through_zero, voices > 2.0 ? 1.0 : 0.0},
          {param::mix, 0.6}};
      set_all(flanger, settings);
      set_all(plain, settings);
      flanger.prepare(sample_rate);
      plain.prepare(sample_rate);
      const double worst = omx::testing::largest_difference(play(flanger, in), play(plain, in));
      CHECK(worst < 3e-4);  // 2^-16 of a frame of noise, over the rounds of the feedback
    }
  }
}
