// Oracles: the static curve's formula for tones and steps, and exponentials in decibels for the time
// constants.
#include "omx-comp/comp.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "effect/measuring.hpp"
#include "effect/testing.hpp"

namespace {

using omx::comp::Comp;
using omx::testing::amplitude_of_db;
using omx::testing::Change;
using omx::testing::db_of;
using omx::testing::Setting;
using omx::testing::Stereo;
namespace param = omx::comp::param;

constexpr double rate = 48000.0;

/// A compressor without knee; further settings on top.
Comp prepared(const std::vector<Setting>& settings, double sample_rate_hz = rate) {
  return omx::testing::made_with<Comp>({{param::knee, 0.0}}, settings, sample_rate_hz);
}

Stereo sine(std::size_t frames, double hz, double peak_db, double sample_rate_hz = rate) {
  Stereo signal(frames);
  const double w = 2.0 * std::numbers::pi * hz / sample_rate_hz;
  for (std::size_t i = 0; i < frames; ++i) {
    signal.left[i] = signal.right[i] = float(amplitude_of_db(peak_db) * std::sin(w * double(i) + 0.3));
  }
  return signal;
}

Stereo constant(std::size_t frames, double db) {
  Stereo signal(frames);
  std::fill(signal.left.begin(), signal.left.end(), float(amplitude_of_db(db)));
  std::fill(signal.right.begin(), signal.right.end(), float(-amplitude_of_db(db)));
  return signal;
}

/// What a signal gains in power, in dB, over frames [from, to).
double
gain_db(const std::vector<float>& in, const std::vector<float>& out, std::size_t from, std::size_t to) {
  double before = 0.0;
  double after = 0.0;
  for (std::size_t i = from; i < to; ++i) {
    before += double(in[i]) * double(in[i]);
    after += double(out[i]) * double(out[i]);
  }
  return 10.0 * std::log10(after / before);
}

/// The curve of Giannoulis, Massberg and Reiss (2012), eq. 4, as output minus input.
double curve_db(double level_db, double threshold_db, double ratio, double knee_db) {
  const double d = level_db - threshold_db;
  if (2.0 * d < -knee_db) {
    return 0.0;
  }
  if (2.0 * std::fabs(d) <= knee_db && knee_db > 0.0) {
    return (1.0 / ratio - 1.0) * (d + knee_db / 2.0) * (d + knee_db / 2.0) / (2.0 * knee_db);
  }
  return (1.0 / ratio - 1.0) * d;
}

/// The first frame at which a constant input has gained less than `db` (falling) or more (rising).
std::size_t crossing(const Stereo& in, const Stereo& out, std::size_t from, double db, bool falling) {
  for (std::size_t i = from; i < in.frames(); ++i) {
    const double gain = db_of(double(out.left[i] / in.left[i]));
    if (falling ? gain <= db : gain >= db) {
      return i;
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("tones settle on the static curve within 0.1 dB, with the peak detector") {
  for (const double ratio : {2.0, 4.0, 20.0}) {
    for (const double knee_db : {0.0, 6.0, 20.0}) {
      for (const double level_db : {-50.0, -26.0, -20.0, -15.0, -6.0, 0.0, 12.0}) {
        CAPTURE(ratio);
        CAPTURE(knee_db);
        CAPTURE(level_db);
        Comp comp = prepared({{param::threshold, -20.0}, {param::ratio, ratio}, {param::knee, knee_db}});
        const Stereo in = sine(48000, 1000.0, level_db);
        const Stereo out = play(comp, in);
        const double wanted = curve_db(level_db, -20.0, ratio == 20.0 ? 1e30 : ratio, knee_db);
        CHECK(std::fabs(gain_db(in.left, out.left, 43200, 48000) - wanted) < 0.1);
        CHECK(std::fabs(double(comp.meter(0)) - wanted) < 0.1);
      }
    }
  }
}

TEST_CASE("tones settle on the curve from 60 Hz to 15 kHz, at every rate and speed") {
  for (const double sample_rate : {44100.0, 96000.0, 192000.0}) {
    for (const double hz : {60.0, 440.0, 3100.0, 15000.0}) {
      for (const double attack_ms : {0.1, 10.0}) {
        CAPTURE(sample_rate);
        CAPTURE(hz);
        CAPTURE(attack_ms);
        Comp comp = prepared(
            {{param::threshold, -30.0},
             {param::ratio, 4.0},
             {param::attack, attack_ms},
             {param::release, 50.0}},
            sample_rate);
        const auto frames = std::size_t(0.5 * sample_rate);
        const Stereo in = sine(frames, hz, -10.0, sample_rate);
        const Stereo out = play(comp, in);
        CHECK(std::fabs(gain_db(in.left, out.left, frames * 4 / 5, frames) + 15.0) < 0.1);
      }
    }
  }
}

TEST_CASE("with the RMS detector a sine counts 3.01 dB below its peak, within 0.1 dB") {
  for (const double hz : {100.0, 1000.0, 8000.0}) {
    Comp comp = prepared({{param::threshold, -30.0}, {param::ratio, 4.0}, {param::detector, 1.0}});
    const Stereo in = sine(96000, hz, -10.0);
    const Stereo out = play(comp, in);
    const double level_db = -10.0 + 20.0 * std::log10(std::sqrt(0.5));
    CHECK(std::fabs(gain_db(in.left, out.left, 86400, 96000) - curve_db(level_db, -30.0, 4.0, 0.0)) < 0.1);
  }
}

TEST_CASE("after the attack 63.2 % of the change in dB is made, within 2 %") {
  // A constant level 20 dB over the threshold; a limiter's reduction goes to 20 dB.
  for (const double sample_rate : {44100.0, 192000.0}) {
    for (const double attack_ms : {1.0, 10.0, 100.0}) {
      CAPTURE(attack_ms);
      Comp comp = prepared(
          {{param::threshold, -30.0}, {param::ratio, 20.0}, {param::attack, attack_ms}}, sample_rate);
      const Stereo in = constant(std::size_t(0.3 * sample_rate), -10.0);
      const Stereo out = play(comp, in);
      const std::size_t at = crossing(in, out, 0, -20.0 * (1.0 - std::exp(-1.0)), true);
      const double measured_ms = 1000.0 * double(at + 1) / sample_rate;
      CHECK(std::fabs(measured_ms - attack_ms) < 0.02 * attack_ms + 1000.0 / sample_rate);
    }
  }
}

TEST_CASE("after the release 63.2 % of the change in dB is made, within 2 %") {
  for (const double sample_rate : {44100.0, 192000.0}) {
    for (const double release_ms : {20.0, 120.0, 500.0}) {
      CAPTURE(release_ms);
      Comp comp = prepared(
          {{param::threshold, -30.0},
           {param::ratio, 20.0},
           {param::attack, 1.0},
           {param::release, release_ms}},
          sample_rate);
      const auto loud = std::size_t(0.1 * sample_rate) + 123;
      Stereo in = constant(loud + std::size_t(1.5 * 0.001 * release_ms * sample_rate), -10.0);
      for (std::size_t i = loud; i < in.frames(); ++i) {
        in.left[i] = in.right[i] = float(amplitude_of_db(-40.0));
      }
      const Stereo out = play(comp, in);
      const std::size_t at = crossing(in, out, loud, -20.0 * std::exp(-1.0), false);
      const double measured_ms = 1000.0 * double(at + 1 - loud) / sample_rate;
      CHECK(std::fabs(measured_ms - release_ms) < 0.02 * release_ms);
    }
  }
}

TEST_CASE("a sine of 1 kHz is attacked and released with the same time constants, within 2 %") {
  Comp comp = prepared(
      {{param::threshold, -30.0}, {param::ratio, 20.0}, {param::attack, 20.0}, {param::release, 100.0}});
  Stereo in = sine(48000, 1000.0, -10.0);
  for (std::size_t i = 24000; i < in.frames(); ++i) {
    in.left[i] *= 0.01F;
    in.right[i] *= 0.01F;
  }
  const Stereo out = play(comp, in);
  const auto gain_at = [&](double ms, std::size_t from) {  // of the wave around a time
    const std::size_t at = from + std::size_t(0.001 * ms * rate);
    return gain_db(in.left, out.left, at - 24, at + 24);
  };
  // Between the exponentials of time constants 2 % shorter and longer.
  CHECK(gain_at(20.0, 0) > -20.0 * (1.0 - std::exp(-1.0 / 0.98)));
  CHECK(gain_at(20.0, 0) < -20.0 * (1.0 - std::exp(-1.0 / 1.02)));
  const double held_ms = 16.5 * 30.0 / 48.0;  // cells of 30 frames: 10 ms / 16
  const double tau_ms = 100.0 - held_ms;
  CHECK(gain_at(100.0, 24000) < -20.0 * std::exp(-(102.0 - held_ms) / tau_ms));
  CHECK(gain_at(100.0, 24000) > -20.0 * std::exp(-(98.0 - held_ms) / tau_ms));
}

TEST_CASE("with the RMS detector the reduction falls as one exponential once the mean has followed") {
  Comp comp = prepared(
      {{param::threshold, -30.0}, {param::ratio, 20.0}, {param::detector, 1.0}, {param::release, 200.0}});
  Stereo in = constant(72000, -10.0);
  for (std::size_t i = 24000; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = 1e-4F;
  }
  const Stereo out = play(comp, in);
  const auto gain_at = [&](std::size_t i) { return db_of(double(out.left[i] / in.left[i])); };
  // From 150 to 350 ms after the step: one time constant.
  CHECK(gain_at(24000 + 16800) / gain_at(24000 + 7200) == doctest::Approx(std::exp(-1.0)).epsilon(0.01));
}

TEST_CASE("auto make-up adds half of what the curve takes from full scale; make-up adds to it") {
  // Threshold -20 dB, ratio 4: 15 dB less at 0 dBFS.
  Comp comp = prepared(
      {{param::threshold, -20.0}, {param::ratio, 4.0}, {param::auto_makeup, 1.0}, {param::makeup, 2.0}});
  const Stereo in = sine(24000, 1000.0, -40.0);
  CHECK(std::fabs(gain_db(in.left, play(comp, in).left, 0, 24000) - 9.5) < 0.001);
}

TEST_CASE("mix adds the dry signal") {
  Comp comp = prepared({{param::threshold, -30.0}, {param::ratio, 20.0}, {param::mix, 0.5}});
  const Stereo in = constant(24000, -10.0);
  const Stereo out = play(comp, in);
  CHECK(double(out.left.back() / in.left.back()) == doctest::Approx(0.5 + 0.5 * 0.1).epsilon(1e-3));
  Comp dry = prepared({{param::threshold, -60.0}, {param::mix, 0.0}});
  CHECK(play(dry, in).same_bits(in));
}

TEST_CASE("below the knee every bit passes") {
  Comp comp = prepared({{param::threshold, -10.0}, {param::knee, 6.0}});
  const Stereo in = omx::testing::noise(5000, 1, 0.2F);  // -14 dB
  CHECK(play(comp, in).same_bits(in));
  CHECK(comp.meter(0) == 0.0F);
}

TEST_CASE("the side chain sets the gain of the input, through its high-pass") {
  const Stereo in = sine(48000, 3000.0, -50.0);
  const auto reduction = [&](double key_hz, double hpf_hz) {
    Comp comp = prepared(
        {{param::threshold, -40.0}, {param::ratio, 2.0}, {param::key, 1.0}, {param::key_hpf, hpf_hz}});
    const Stereo side = sine(48000, key_hz, 0.0);
    return gain_db(in.left, play(comp, in, {128}, {}, &side).left, 43200, 48000);
  };
  CHECK(std::fabs(reduction(1000.0, 20.0) + 20.0) < 0.1);
  // Butterworth of second order: |H|^2 = 1/(1 + (fc/f)^4), and half of it counts at ratio 2.
  for (const double key_hz : {125.0, 250.0, 500.0, 1000.0}) {
    const double filter_db = -10.0 * std::log10(1.0 + std::pow(500.0 / key_hz, 4.0));
    CHECK(std::fabs(reduction(key_hz, 500.0) + 20.0 + 0.5 * filter_db) < 0.1);
  }
}

TEST_CASE("without link each side has its own gain; with it both have the stronger") {
  for (const double link : {0.0, 0.5, 1.0}) {
    Comp comp = prepared({{param::threshold, -20.0}, {param::ratio, 2.0}, {param::link, link}});
    Stereo in = constant(24000, 0.0);
    for (float& sample : in.right) {
      sample *= 0.01F;
    }
    const Stereo out = play(comp, in);
    CHECK(std::fabs(db_of(double(out.left.back() / in.left.back())) + 10.0) < 0.01);
    CHECK(std::fabs(db_of(double(out.right.back() / in.right.back())) + 10.0 * link) < 0.01);
  }
}

TEST_CASE("a change of the threshold makes no step, and neither does a switch of the detector") {
  Comp comp = prepared(
      {{param::threshold, -10.0}, {param::ratio, 20.0}, {param::attack, 0.05}, {param::release, 5.0}});
  Stereo in = constant(48000, -6.0);
  const Stereo out = play(
      comp, in, {64},
      {{10001, param::threshold, -40.0}, {20000, param::makeup, 24.0}, {30000, param::mix, 0.0}});
  // The fastest ramp takes 20 ms for 30 dB: 30/960 dB per frame; make-up 24 dB in a straight line of gain.
  for (std::size_t i = 5000; i < in.frames(); ++i) {
    CHECK(std::fabs(double(out.left[i] - out.left[i - 1])) < 0.01);
  }
  CHECK(std::fabs(db_of(double(out.left[19000])) + 40.0) < 0.01);
  CHECK(double(out.left.back()) == doctest::Approx(double(in.left.back())));
}

TEST_CASE("reduction is forgotten only when it has gone") {
  Comp comp = prepared({{param::threshold, -40.0}, {param::ratio, 20.0}, {param::release, 500.0}});
  play(comp, constant(24000, 0.0));
  play(comp, Stereo(48000));
  CHECK_FALSE(comp.asleep());
  CHECK(comp.meter(0) < -3.0F);
  play(comp, Stereo(std::size_t(3.0 * comp.tail_frames())));
  CHECK(comp.asleep());
  CHECK(comp.meter(0) == 0.0F);
}
