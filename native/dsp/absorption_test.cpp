// Oracle: the magnitude of the filter's transfer function; the circle's own sine and cosine.
#include "dsp/absorption.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include <doctest/doctest.h>

#include "dsp/diffuser.hpp"
#include "dsp/turn.hpp"

namespace {

using omx::dsp::Absorption;
using omx::dsp::design_absorption;

/// |direct + low (1-p) / (1 - p/z)| at an angle per frame.
double magnitude(const Absorption& a, double w) {
  const auto back = std::polar(1.0, -w);
  const double p = double(a.pole);
  return std::abs(double(a.direct) + double(a.low) * (1.0 - p) / (1.0 - p * back));
}

constexpr double pi = std::numbers::pi;

}  // namespace

TEST_CASE("the filter has the wanted gains at 0 Hz and at 1 kHz, and never more at higher frequencies") {
  for (const double rate : {8000.0, 44100.0, 48000.0, 192000.0}) {
    for (const double middle_db : {-0.02, -0.5, -3.0, -12.0, -30.0}) {
      for (const double zero_part : {0.55, 0.7}) {
        for (const double high_hz : {2000.0, 2400.0, 0.45 * rate}) {
          CAPTURE(rate);
          CAPTURE(middle_db);
          CAPTURE(zero_part);
          CAPTURE(high_hz);
          const auto gain = [](double db) { return std::pow(10.0, db / 20.0); };
          const double w1 = 2.0 * pi * 1000.0 / rate;
          const double w2 = 2.0 * pi * high_hz / rate;
          const Absorption a = design_absorption(
              gain(middle_db * zero_part), {gain(middle_db), w1}, {gain(2.0 * middle_db), w2});
          CHECK(magnitude(a, 0.0) == doctest::Approx(gain(middle_db * zero_part)).epsilon(1e-5));
          CHECK(20.0 * std::log10(magnitude(a, w1)) == doctest::Approx(middle_db).epsilon(2e-3));
          double before = magnitude(a, 0.0);
          for (int i = 1; i <= 64; ++i) {
            const double now = magnitude(a, pi * i / 64.0);
            CHECK(now <= before + 1e-6);
            before = now;
          }
        }
      }
    }
  }
}

TEST_CASE("small losses, as lines of a tail have them, are also met at the third frequency") {
  for (const double middle_db : {-0.02, -0.5, -2.0}) {
    const auto gain = [](double db) { return std::pow(10.0, db / 20.0); };
    const double w = 2.0 * pi / 48000.0;
    const Absorption a = design_absorption(
        gain(middle_db * 0.8), {gain(middle_db), w * 1000.0}, {gain(2.0 * middle_db), w * 4000.0});
    CHECK(20.0 * std::log10(magnitude(a, w * 4000.0)) == doctest::Approx(2.0 * middle_db).epsilon(2e-3));
  }
}

TEST_CASE("equal gains are a plain gain") {
  const Absorption a = design_absorption(0.5, {0.5, 0.1}, {0.5, 0.5});
  CHECK(a == Absorption{0.0F, 0.5F, 0.0F});
}

TEST_CASE("cosine and sine of a turn") {
  for (int i = 0; i < 1000; ++i) {
    const double turns = i / 1000.0;
    const auto turn = static_cast<omx::dsp::Turn>(std::uint64_t(turns * 4294967296.0));
    const omx::dsp::CosSin got = omx::dsp::cos_sin(turn);
    CHECK(std::fabs(double(got.cos) - std::cos(2.0 * pi * turns)) < 4e-7);
    CHECK(std::fabs(double(got.sin) - std::sin(2.0 * pi * turns)) < 4e-7);
  }
  CHECK(omx::dsp::turn_of(0.25) == 0x40000000U);
  CHECK(omx::dsp::turn_of(-0.25) == 0xc0000000U);
}

TEST_CASE(
    "an all-pass answers an impulse with -g, (1-g^2), g (1-g^2), g^2 (1-g^2) ... and keeps its energy") {
  omx::dsp::Diffuser<1> diffuser;
  diffuser.prepare({10}, 0.5F);
  double energy = 0.0;
  for (int n = 0; n < 400; ++n) {
    float io[1] = {n == 0 ? 1.0F : 0.0F};
    diffuser.process(io, 1);
    const double wanted = n == 0 ? -0.5 : (n % 10 == 0 ? 0.75 * std::pow(0.5, n / 10 - 1) : 0.0);
    CHECK(io[0] == doctest::Approx(wanted).epsilon(1e-6));
    energy += double(io[0]) * double(io[0]);
  }
  CHECK(energy == doctest::Approx(1.0).epsilon(1e-6));
}

TEST_CASE("a diffuser gives the same bits for every split into blocks") {
  const auto run = [](int block) {
    omx::dsp::Diffuser<3> diffuser;
    diffuser.prepare({17, 23, 41}, 0.6F);
    float io[400];
    for (int n = 0; n < 400; ++n) {
      io[n] = std::sin(0.3F * static_cast<float>(n * n % 37));
    }
    for (int at = 0; at < 400;) {
      const int part = std::min({block, diffuser.longest_part(), 400 - at});
      diffuser.process(io + at, part);
      at += part;
    }
    double sum = 0.0;
    for (int n = 0; n < 400; ++n) {
      sum += double(io[n]) * (n + 1);
    }
    return sum;
  };
  CHECK(run(1) == run(17));
  CHECK(run(5) == run(17));
}
