// Oracles: the static curve's formula, the analogue band-pass and the bell that it makes, and exponentials in
// decibels for the time constants.
#include "omx-deesser/deesser.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "effect/measuring.hpp"
#include "effect/testing.hpp"

namespace {

using Complex = std::complex<double>;
using omx::deesser::Deesser;
using omx::testing::amplitude_of_db;
using omx::testing::Change;
using omx::testing::Setting;
using omx::testing::Stereo;
namespace param = omx::deesser::param;

constexpr double rate = 96000.0;
constexpr double wide = 0.0;
constexpr double split = 1.0;

Deesser prepared(const std::vector<Setting>& settings, double sample_rate_hz = rate) {
  return omx::testing::made_with<Deesser>({}, settings, sample_rate_hz);
}

void add_sine(Stereo& signal, double hz, double peak_db, double sample_rate_hz = rate) {
  const double w = 2.0 * std::numbers::pi * hz / sample_rate_hz;
  for (std::size_t i = 0; i < signal.frames(); ++i) {
    const auto sample = float(amplitude_of_db(peak_db) * std::sin(w * double(i)));
    signal.left[i] += sample;
    signal.right[i] += sample;
  }
}

Stereo sine(std::size_t frames, double hz, double peak_db) {
  Stereo signal(frames);
  add_sine(signal, hz, peak_db);
  return signal;
}

/// A component of a signal over frames [from, from + count), a whole number of periods.
Complex component(const std::vector<float>& signal, double hz, std::size_t from, std::size_t count) {
  return omx::testing::transform_at(signal, hz, rate, from, from + count);
}

/// The gain of a component in dB over the last 9600 frames: a tenth of a second.
double gain_db(const Stereo& in, const Stereo& out, double hz) {
  const std::size_t from = in.frames() - 9600;
  return 20.0 *
         std::log10(
             std::abs(component(out.left, hz, from, 9600)) / std::abs(component(in.left, hz, from, 9600)));
}

/// The analogue band-pass (s/Q)/(s^2 + s/Q + 1) whose -3 dB points are some octaves apart.
Complex band_pass(double hz, double centre_hz, double octaves) {
  const double q = 1.0 / (2.0 * std::sinh(std::log(2.0) / 2.0 * octaves));
  const Complex s(0.0, hz / centre_hz);
  return (s / q) / (s * s + s / q + 1.0);
}

/// The curve of Giannoulis, Massberg and Reiss (2012), eq. 4, for a ratio of 4 and a knee of 6 dB.
double curve_db(double level_db, double threshold_db, double range_db) {
  const double d = level_db - threshold_db;
  const double bent = d <= -3.0 ? 0.0 : d >= 3.0 ? 0.75 * d : 0.75 * (d + 3.0) * (d + 3.0) / 12.0;
  return -std::min(bent, range_db);
}

}  // namespace

TEST_CASE("a tone in the middle of the band is reduced by the curve within 0.1 dB, up to the range") {
  for (const double mode : {wide, split}) {
    for (const double level_db : {-40.0, -30.0, -28.0, -20.0, -10.0, 0.0}) {
      for (const double range_db : {6.0, 24.0}) {
        CAPTURE(mode);
        CAPTURE(level_db);
        Deesser deesser = prepared(
            {{param::threshold, -30.0},
             {param::range, range_db},
             {param::mode, mode},
             {param::freq, 6000.0}});
        const Stereo in = sine(48000, 6000.0, level_db);
        const Stereo out = play(deesser, in);
        const double wanted = curve_db(level_db, -30.0, range_db);
        CHECK(std::fabs(gain_db(in, out, 6000.0) - wanted) < 0.1);
        CHECK(std::fabs(double(deesser.meter(0)) - wanted) < 0.1);
      }
    }
  }
}

TEST_CASE("the level is that of the band-pass passed twice, within 0.2 dB") {
  for (const double hz : {1500.0, 3000.0, 4500.0, 6000.0, 9000.0}) {
    CAPTURE(hz);
    Deesser deesser = prepared(
        {{param::threshold, -60.0},
         {param::range, 24.0},
         {param::mode, wide},
         {param::freq, 6000.0},
         {param::width, 1.0}});
    const Stereo in = sine(48000, hz, -35.0);
    const Stereo out = play(deesser, in);
    const double level_db = -35.0 + 40.0 * std::log10(std::abs(band_pass(hz, 6000.0, 1.0)));
    CHECK(std::fabs(gain_db(in, out, hz) - curve_db(level_db, -60.0, 24.0)) < 0.2);
  }
}

TEST_CASE("Wide takes from everything, Split from the band: a bell, within 0.3 dB") {
  // A tone in the middle holds the reduction at its range of 12 dB; weak ones beside it measure the gain.
  for (const double hz : {200.0, 2000.0, 4000.0, 5000.0, 7000.0, 9000.0, 16000.0}) {
    CAPTURE(hz);
    Stereo in = sine(48000, 6000.0, 0.0);
    add_sine(in, hz, -60.0);
    for (const double mode : {wide, split}) {
      Deesser deesser = prepared(
          {{param::threshold, -50.0},
           {param::range, 12.0},
           {param::mode, mode},
           {param::freq, 6000.0},
           {param::width, 1.0}});
      const Stereo out = play(deesser, in);
      const double g = amplitude_of_db(-12.0);
      const Complex bell = 1.0 + (g - 1.0) * band_pass(hz, 6000.0, 1.0);
      const double wanted = mode == wide ? -12.0 : 20.0 * std::log10(std::abs(bell));
      CHECK(std::fabs(gain_db(in, out, hz) - wanted) < 0.3);
    }
  }
}

TEST_CASE("listening plays the band: 3 dB less at its ends, within 0.2 dB") {
  for (const double octaves : {0.5, 1.0, 1.8}) {
    Deesser deesser = prepared(
        {{param::listen, 1.0}, {param::freq, 5000.0}, {param::width, octaves}, {param::threshold, 0.0}});
    const auto frames = std::size_t(deesser.tail_frames());
    const Stereo out = play(deesser, omx::testing::impulse(frames, 0.5F, 0.5F));
    for (const double part : {-1.0, -0.5, 0.0, 0.25, 0.5, 1.0}) {
      const double hz = 5000.0 * std::pow(2.0, part * octaves);
      if (hz > 0.1 * rate) {
        continue;  // there the digital band gets narrower
      }
      const double measured = std::abs(component(out.left, hz, 0, frames)) / 0.5;
      const double wanted = std::abs(band_pass(hz, 5000.0, octaves));
      CAPTURE(hz);
      CHECK(std::fabs(20.0 * std::log10(measured / wanted)) < 0.2);
      if (std::fabs(part) == 0.5) {
        CHECK(wanted == doctest::Approx(std::sqrt(0.5)));
      }
    }
  }
}

TEST_CASE("below the threshold every bit passes") {
  for (const double mode : {wide, split}) {
    Deesser deesser = prepared({{param::threshold, -6.0}, {param::mode, mode}});
    const Stereo in = omx::testing::noise(5000, 1, 0.2F);
    CHECK(play(deesser, in).same_bits(in));
    CHECK(deesser.meter(0) == 0.0F);
  }
}

TEST_CASE("both sides are reduced alike") {
  Deesser deesser =
      prepared({{param::threshold, -40.0}, {param::range, 10.0}, {param::mode, wide}, {param::freq, 6000.0}});
  Stereo in = sine(48000, 6000.0, -10.0);
  for (float& sample : in.right) {
    sample *= 0.001F;
  }
  const Stereo out = play(deesser, in);
  for (std::size_t i = 40000; i < in.frames(); ++i) {
    CHECK(std::fabs(double(out.right[i]) - double(in.right[i]) * amplitude_of_db(-10.0)) < 1e-7);
  }
}

TEST_CASE("attack and release make 63.2 % of the change in dB in their time, within 5 %") {
  // A tone of 12 kHz, 40 dB over the threshold: the reduction goes to its range of 20 dB. The band follows
  // within 0.1 ms, and a peak of the tone comes every 4 frames.
  Deesser deesser = prepared(
      {{param::threshold, -50.0},
       {param::range, 20.0},
       {param::mode, wide},
       {param::freq, 12000.0},
       {param::width, 3.0},
       {param::attack, 10.0},
       {param::release, 100.0}});
  Stereo in = sine(48000, 12000.0, -10.0);
  for (std::size_t i = 24000; i < in.frames(); ++i) {
    in.left[i] *= 1e-4F;
    in.right[i] *= 1e-4F;
  }
  const Stereo out = play(deesser, in);
  const auto gain_at = [&](double ms, std::size_t from) {
    const std::size_t at = from + std::size_t(0.001 * ms * rate);
    return 20.0 * std::log10(
                      std::abs(component(out.left, 12000.0, at - 16, 32)) /
                      std::abs(component(in.left, 12000.0, at - 16, 32)));
  };
  CHECK(gain_at(10.0, 0) > -20.0 * (1.0 - std::exp(-1.0 / 0.95)));
  CHECK(gain_at(10.0, 0) < -20.0 * (1.0 - std::exp(-1.0 / 1.05)));
  CHECK(gain_at(100.0, 24000) > -20.0 * std::exp(-1.0 / 1.05));
  CHECK(gain_at(100.0, 24000) < -20.0 * std::exp(-1.0 / 0.95));
}

TEST_CASE("changes of band, mode and listening make no step") {
  // A low tone passes through all of it: its steepest slope is that of the input.
  Deesser deesser = prepared({{param::threshold, -60.0}, {param::range, 24.0}});
  const Stereo in = sine(60000, 300.0, -20.0);
  const Stereo out = play(
      deesser, in, {64},
      {{10001, param::freq, 2000.0},
       {20000, param::mode, wide},
       {30000, param::width, 3.0},
       {40000, param::listen, 1.0}});
  const double slope = 2.0 * std::numbers::pi * 300.0 / rate * amplitude_of_db(-20.0);
  for (std::size_t i = 1; i < in.frames(); ++i) {
    CHECK(std::fabs(double(out.left[i] - out.left[i - 1])) < 1.5 * slope);
  }
}
