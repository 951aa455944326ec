// Oracle: the closed forms of the analogue prototypes, against the measured impulse response of the whole
// effect.
#include "omx-eq8/eq8.hpp"

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "effect/measuring.hpp"
#include "effect/testing.hpp"

namespace {

using Complex = std::complex<double>;
using omx::eq8::Eq8;
using omx::testing::Change;
using omx::testing::Setting;
using omx::testing::Stereo;
namespace param = omx::eq8::param;

constexpr double rate = 48000.0;

enum Type { bell, low_shelf, high_shelf, notch, all_pass };

std::vector<Setting> band(Type type, double hz, double gain_db, double q, std::uint32_t number = 1) {
  const std::uint32_t first = param::b1_on + 5 * (number - 1);
  return {{first + 1, double(type)}, {first + 2, hz}, {first + 3, gain_db}, {first + 4, q}};
}

Eq8 made(const std::vector<Setting>& settings) {
  return omx::testing::made_with<Eq8>({}, settings, rate);
}

/// The effect's response to an impulse on the left side, down to -120 dB; the right side gets half of it.
std::vector<float> measured(const std::vector<Setting>& settings) {
  Eq8 eq = made(settings);
  const auto frames = std::size_t(eq.tail_frames()) + 1024;
  const Stereo out = play(eq, omx::testing::impulse(frames, 1.0F, 0.5F));
  bool half = true;  // exactly, as scaling by a power of two is, but for flushed denormals
  for (std::size_t i = 0; i < out.frames(); ++i) {
    half = half && std::fabs(out.right[i] - out.left[i] * 0.5F) <= 1e-30F;
  }
  REQUIRE(half);
  return out.left;
}

Complex transform(const std::vector<float>& response, double hz) {
  return omx::testing::transform_at(response, hz, rate);
}

/// Largest deviation in dB from a prototype between 20 Hz and 16 kHz, where the prototype is above -90 dB.
double
worst_error_db(const std::vector<Setting>& settings, const std::function<Complex(Complex s)>& prototype) {
  const std::vector<float> response = measured(settings);
  double worst = 0.0;
  for (int i = 0; i <= 60; ++i) {
    const double hz = 20.0 * std::pow(800.0, i / 60.0);
    const double wanted = std::abs(prototype(Complex(0.0, hz)));
    if (wanted > 3e-5) {
      worst = std::max(worst, std::fabs(20.0 * std::log10(std::abs(transform(response, hz)) / wanted)));
    }
  }
  return worst;
}

double amplitude(double gain_db) {
  return std::pow(10.0, gain_db / 40.0);
}

Complex bell_prototype(Complex s, double hz, double gain_db, double q) {
  const Complex p = s / hz;
  const double a = amplitude(gain_db);
  return (p * p + p * a / q + 1.0) / (p * p + p / (a * q) + 1.0);
}

Complex low_shelf_prototype(Complex s, double hz, double gain_db, double q) {
  const Complex p = s / hz;
  const double a = amplitude(gain_db);
  const double root = std::sqrt(a);
  return a * (p * p + p * root / q + a) / (a * p * p + p * root / q + 1.0);
}

}  // namespace

TEST_CASE("bells have the analogue magnitude within 0.1 dB up to 16 kHz") {
  for (const double hz : {40.0, 250.0, 1000.0, 5000.0, 11000.0, 16000.0, 20000.0}) {
    for (const double gain_db : {-18.0, 3.0, 24.0}) {
      for (const double q : {0.4, 1.0, 6.0}) {
        CAPTURE(hz);
        CAPTURE(gain_db);
        CAPTURE(q);
        const auto prototype = [&](Complex s) { return bell_prototype(s, hz, gain_db, q); };
        CHECK(worst_error_db(band(bell, hz, gain_db, q), prototype) < 0.1);
      }
    }
  }
}

TEST_CASE("shelves have the analogue magnitude within 0.1 dB up to 16 kHz") {
  for (const double hz : {60.0, 800.0, 6000.0, 12000.0}) {
    for (const double gain_db : {-12.0, 6.0, 18.0}) {
      for (const double q : {0.4, 0.71, 1.2}) {
        CAPTURE(hz);
        CAPTURE(gain_db);
        CAPTURE(q);
        const auto low = [&](Complex s) { return low_shelf_prototype(s, hz, gain_db, q); };
        const auto high =
            [&](Complex s) {  // a high shelf is a low one upside down, turned round its frequency
              return amplitude(2.0 * gain_db) * low_shelf_prototype(s, hz, -gain_db, q);
            };
        CHECK(worst_error_db(band(low_shelf, hz, gain_db, q), low) < 0.1);
        CHECK(worst_error_db(band(high_shelf, hz, gain_db, q), high) < 0.1);
      }
    }
  }
}

TEST_CASE("notches and all-passes have the analogue magnitude within 0.1 dB up to 16 kHz") {
  for (const double hz : {50.0, 1000.0, 9000.0, 15000.0}) {
    for (const double q : {0.5, 2.0, 8.0}) {
      CAPTURE(hz);
      CAPTURE(q);
      const auto cut = [&](Complex s) {
        const Complex p = s / hz;
        return (p * p + 1.0) / (p * p + p / q + 1.0);
      };
      CHECK(worst_error_db(band(notch, hz, 12.0, q), cut) < 0.1);
      CHECK(worst_error_db(band(all_pass, hz, 12.0, q), [](Complex) { return Complex(1.0); }) < 0.01);
      CHECK(std::abs(transform(measured(band(all_pass, hz, 0.0, q)), hz) + 1.0) < 0.01);
      CHECK(std::abs(transform(measured(band(notch, hz, 0.0, q)), hz)) < 0.01);
    }
  }
}

TEST_CASE("high- and low-pass are Butterworth of second and fourth order within 0.1 dB up to 16 kHz") {
  for (const double hz : {80.0, 1000.0, 7000.0, 14000.0, 19000.0}) {
    for (const int slope : {0, 1}) {
      CAPTURE(hz);
      CAPTURE(slope);
      // |H|^2 = 1 / (1 + (f/fc)^(2n)) and its mirror image; the magnitude alone is the oracle.
      const double power = slope == 0 ? 4.0 : 8.0;
      const auto low = [&](Complex s) {
        return Complex(1.0 / std::sqrt(1.0 + std::pow(s.imag() / hz, power)));
      };
      const auto high = [&](Complex s) {
        return Complex(1.0 / std::sqrt(1.0 + std::pow(hz / s.imag(), power)));
      };
      CHECK(worst_error_db({{param::lpf, hz}, {param::lpf_slope, double(slope)}}, low) < 0.1);
      CHECK(worst_error_db({{param::hpf, hz}, {param::hpf_slope, double(slope)}}, high) < 0.1);
    }
  }
}

TEST_CASE("bands add up in decibels, with the gain after them") {
  std::vector<Setting> settings{{param::gain, -6.0}};
  const double hz[] = {60.0, 150.0, 400.0, 1000.0, 2500.0, 5000.0, 9000.0, 14000.0};
  const double gain_db[] = {6.0, -4.0, 3.0, -9.0, 5.0, -2.0, 4.0, -6.0};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const auto one = band(bell, hz[i], gain_db[i], 1.4, i + 1);
    settings.insert(settings.end(), one.begin(), one.end());
  }
  const auto prototype = [&](Complex s) {
    Complex product = amplitude(-12.0);
    for (int i = 0; i < 8; ++i) {
      product *= bell_prototype(s, hz[i], gain_db[i], 1.4);
    }
    return product;
  };
  CHECK(worst_error_db(settings, prototype) < 0.1);
}

TEST_CASE("a flat equaliser passes every bit") {
  Eq8 eq = made({});
  const Stereo in = omx::testing::noise(5000, 1);
  CHECK(play(eq, in).same_bits(in));
  // Switched off, whatever the band would do.
  set_all(eq, band(notch, 1000.0, 0.0, 1.0));
  eq.set_param(param::b1_on, 0.0);
  eq.set_param(param::lpf, 22000.0);
  CHECK(play(eq, in).same_bits(in));
}

TEST_CASE("after a band has faded out, every bit passes again") {
  Eq8 eq = made({});
  const Stereo in = omx::testing::noise(8000, 2);
  const Stereo out = play(eq, in, {128}, {{1000, param::b3_gain, 12.0}, {4000, param::b3_gain, 0.0}});
  const std::size_t faded = 4000 + std::size_t(0.020 * rate);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    if (i < 1000 || i >= faded) {
      CHECK(out.left[i] == in.left[i]);
    }
  }
  CHECK(out.left[3000] != in.left[3000]);
}

TEST_CASE("a change begins at its frame, and makes no step") {
  // A sine of 500 Hz; a bell there goes from -24 to +24 dB. The steepest slope of the result is that of the
  // final sine.
  Eq8 eq = made(band(bell, 500.0, -24.0, 1.0));
  const double w = 2.0 * std::numbers::pi * 500.0 / rate;
  Stereo in(24000);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = float(0.01 * std::sin(w * double(i)));
  }
  Eq8 unchanged = eq;
  const Stereo before = play(unchanged, in);
  const Stereo out = play(eq, in, {64}, {{9001, param::b1_gain, 24.0}});
  const double final_peak = 0.01 * omx::testing::amplitude_of_db(24.0);
  for (std::size_t i = 1; i < in.frames(); ++i) {
    if (i <= 9001) {
      CHECK(out.left[i] == before.left[i]);
    }
    CHECK(std::fabs(out.left[i] - out.left[i - 1]) < 1.1 * w * final_peak);
  }
  CHECK(out.left[9010] != before.left[9010]);
  CHECK(
      std::fabs(out.left[23976] / in.left[23976]) ==
      doctest::Approx(omx::testing::amplitude_of_db(24.0)).epsilon(0.01));
}

TEST_CASE("the tail is that of the slowest pole: 120 dB in Q ln(10^6) / (pi f) seconds") {
  Eq8 eq = made(band(notch, 100.0, 0.0, 10.0));
  const double seconds = 10.0 * std::log(1e6) / (std::numbers::pi * 100.0);
  CHECK(eq.tail_frames() == doctest::Approx(seconds * rate).epsilon(0.02));
}
