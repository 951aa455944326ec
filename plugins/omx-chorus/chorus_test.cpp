// Oracle: copies at the places that the formula of the manual gives them, of the input's level.
#include "omx-chorus/chorus.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "bench/effects/scalar_chorus.hpp"
#include "effect/measuring.hpp"
#include "effect/testing.hpp"

namespace {

using omx::chorus::Chorus;
using omx::testing::impulse;
using omx::testing::Setting;
using omx::testing::Stereo;
using omx::testing::two_pi;
namespace param = omx::chorus::param;

constexpr double rate = 48000.0;

/// One copy only, unless set otherwise.
Chorus made(const std::vector<Setting>& settings, double sample_rate_hz = rate) {
  return omx::testing::made_with<Chorus>({{param::voices, 1.0}, {param::mix, 1.0}}, settings, sample_rate_hz);
}

double level_at(const std::vector<float>& response, double hz, double sample_rate_hz = rate) {
  return std::abs(omx::testing::transform_at(response, hz, sample_rate_hz));
}

}  // namespace

TEST_CASE("without depth n voices meet at the delay, each at 1/sqrt(n); the dry signal is not late") {
  for (const double voices : {1.0, 2.0, 3.0, 4.0}) {
    Chorus chorus =
        made({{param::voices, voices}, {param::depth, 0.0}, {param::delay, 10.0}, {param::mix, 0.25}});
    CHECK(chorus.latency_frames() == 0);
    const Stereo out = play(chorus, impulse(1000, 1.0F, -0.5F));
    for (std::size_t i = 0; i < 1000; ++i) {
      const double wanted = i == 0 ? 0.75 : i == 480 ? 0.25 * std::sqrt(voices) : 0.0;
      CHECK(double(out.left[i]) == doctest::Approx(wanted).epsilon(1e-6));
      CHECK(double(out.right[i]) == doctest::Approx(-0.5 * wanted).epsilon(1e-6));
    }
  }
}

TEST_CASE("the copy is late by delay + depth (1 + w)/2; the right side ahead by the spread") {
  // At 2 Hz and 48 kHz one turn has 24000 frames. Delay 10 ms and depth 5 ms: from 480 to 720 frames.
  for (const bool triangle : {false, true}) {
    Chorus chorus = made(
        {{param::rate, 2.0},
         {param::delay, 10.0},
         {param::depth, 5.0},
         {param::shape, triangle ? 1.0 : 0.0},
         {param::spread, 90.0}});
    const Stereo out = play(chorus, omx::testing::line(30000, 8192.0F), {64, 100, 1});
    double worst = 0.0;
    for (std::size_t i = 1000; i < out.frames(); ++i) {
      const double left = 600.0 + 120.0 * omx::bench::scalar_wave(double(i) / 24000.0, triangle);
      const double right = 600.0 + 120.0 * omx::bench::scalar_wave(double(i) / 24000.0 + 0.25, triangle);
      worst = std::max(worst, std::fabs(double(out.left[i]) * 8192.0 - (double(i) - left)));
      worst = std::max(worst, std::fabs(double(out.right[i]) * 8192.0 - (double(i) - right)));
    }
    CHECK(worst < 0.01);  // frames; single precision has 0.004 at the end of the line
  }
}

TEST_CASE("the movement goes on during silence, asleep or not") {
  Chorus chorus = made({{param::rate, 2.0}, {param::delay, 10.0}, {param::depth, 5.0}, {param::spread, 0.0}});
  Stereo in(60000);
  for (std::size_t i = 40000; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = float(i - 40000) / 8192.0F;
  }
  const Stereo out = play(chorus, in);
  for (std::size_t i = 41000; i < in.frames(); ++i) {
    const double frames = 600.0 + 120.0 * std::sin(two_pi * double(i) / 24000.0);
    CHECK(std::fabs(double(out.left[i]) * 8192.0 - (double(i - 40000) - frames)) < 0.01);
  }
}

TEST_CASE("a copy between samples keeps its treble: 15 kHz within 0.006 dB at 48 kHz, at 44.1 kHz too") {
  for (const double sample_rate : {44100.0, 48000.0}) {
    for (int step = 0; step < 20; ++step) {
      const double delay_ms = 10.0 + 0.00101 * step;  // about 1/20 of a frame apart
      Chorus chorus = made({{param::depth, 0.0}, {param::delay, delay_ms}}, sample_rate);
      const Stereo out = play(chorus, impulse(700));
      CHECK(std::fabs(20.0 * std::log10(level_at(out.left, 15000.0, sample_rate))) < 0.006);
    }
  }
}

TEST_CASE("cuts of the copy are 3.01 dB down at their frequencies, and pass the dry signal") {
  const double half_db = 10.0 * std::log10(2.0);
  for (const auto& [index, hz] : {std::pair(param::low_cut, 400.0), std::pair(param::high_cut, 5000.0)}) {
    Chorus chorus = made({{param::depth, 0.0}, {index, hz}});
    const Stereo out = play(chorus, impulse(6000));
    CHECK(std::fabs(20.0 * std::log10(level_at(out.left, hz)) + half_db) < 0.02);
  }
  const Stereo in = omx::testing::noise(1000, 4);
  Chorus dry = made({{param::mix, 0.0}, {param::low_cut, 400.0}});
  CHECK(play(dry, in).same_bits(in));
}

TEST_CASE("changes of voices, depth, delay, shape, spread and mix make no step") {
  // A sine of 100 Hz, amplitude 0.5, moves by 0.0065 a frame; a copy pulled by 10 ms within 50 ms by 1.2
  // times that.
  Stereo in(20000);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = float(0.5 * std::sin(two_pi * double(i) / 480.0));
  }
  Chorus chorus = made({{param::delay, 5.0}});
  const Stereo out = play(
      chorus, in, {64},
      {{3000, param::voices, 4.0},
       {5000, param::depth, 9.0},
       {8000, param::delay, 15.0},
       {12000, param::shape, 1.0},
       {14000, param::spread, 180.0},
       {16000, param::mix, 0.3}});
  for (std::size_t i = 1500; i < in.frames(); ++i) {
    CHECK(std::fabs(out.left[i] - out.left[i - 1]) < 0.03F);
    CHECK(std::fabs(out.right[i] - out.right[i - 1]) < 0.03F);
  }
}

TEST_CASE("a plain version, sample by sample with std::sin, plays the same") {
  const Stereo in = omx::testing::noise(6000, 8);
  for (const double sample_rate : {44100.0, 96000.0}) {
    for (const double voices : {1.0, 2.0, 3.0, 4.0}) {
      Chorus chorus;
      omx::bench::ScalarChorus plain;
      const std::vector<Setting> settings{
          {param::voices, voices}, {param::rate, 3.0},      {param::shape, voices > 2.0 ? 1.0 : 0.0},
          {param::delay, 3.3},     {param::low_cut, 100.0}, {param::mix, 0.6}};
      set_all(chorus, settings);
      set_all(plain, settings);
      chorus.prepare(sample_rate);
      plain.prepare(sample_rate);
      const double worst = omx::testing::largest_difference(play(chorus, in), play(plain, in));
      CHECK(worst < 2e-4);  // 2^-16 of a frame of noise, per voice
    }
  }
}
