// Oracle: the plain forms of the effects that the bench compares with must play the same, within rounding.
#include <vector>

#include <doctest/doctest.h>

#include "bench/effects/scalar_comp.hpp"
#include "bench/effects/scalar_deesser.hpp"
#include "bench/effects/scalar_delay.hpp"
#include "bench/effects/scalar_eq8.hpp"
#include "bench/effects/scalar_geq.hpp"
#include "bench/effects/scalar_reverb.hpp"
#include "effect/measuring.hpp"
#include "effect/testing.hpp"
#include "omx-comp/comp.hpp"
#include "omx-deesser/deesser.hpp"
#include "omx-delay/delay.hpp"
#include "omx-eq8/eq8.hpp"
#include "omx-geq/geq.hpp"
#include "omx-reverb/reverb.hpp"

namespace {

using omx::Effect;
using omx::testing::Setting;
using omx::testing::Stereo;

/// The largest difference of two effects with the same settings.
double difference(Effect& one, Effect& other, const std::vector<Setting>& settings, double rate) {
  for (Effect* effect : {&one, &other}) {
    set_all(*effect, settings);
    effect->prepare(rate);
  }
  const Stereo in = omx::testing::noise(20000, 9);
  return omx::testing::largest_difference(play(one, in), play(other, in));
}

}  // namespace

TEST_CASE("omx-comp") {
  namespace param = omx::comp::param;
  for (const double detector : {0.0, 1.0}) {
    omx::comp::Comp comp;
    omx::bench::ScalarComp plain;
    CHECK(
        difference(
            comp, plain,
            {{param::threshold, -30.0},
             {param::knee, 12.0},
             {param::detector, detector},
             {param::link, 0.4},
             {param::key_hpf, 150.0},
             {param::mix, 0.8},
             {param::attack, 3.0},
             {param::auto_makeup, 1.0}},
            48000.0) < 1e-4);
  }
}

TEST_CASE("omx-geq") {
  namespace param = omx::geq::param;
  std::vector<Setting> settings{{param::gain, -3.0}};
  for (std::uint32_t band = 0; band < omx::geq::bands; ++band) {
    settings.push_back({param::band_20 + band, double(band * 7 % 25) - 12.0});
  }
  for (const double rate : {48000.0, 192000.0}) {
    omx::geq::Geq geq;
    omx::bench::ScalarGeq plain;
    CHECK(difference(geq, plain, settings, rate) < 1e-5);  // bells below 0.01 dB are left out
  }
}

TEST_CASE("omx-eq8 to the last bit") {
  namespace param = omx::eq8::param;
  omx::eq8::Eq8 eq8;
  omx::bench::ScalarEq8 plain;
  CHECK(
      difference(
          eq8, plain,
          {{param::hpf, 60.0},
           {param::hpf_slope, 1.0},
           {param::lpf, 15000.0},
           {param::gain, -2.0},
           {param::b1_gain, 5.0},
           {param::b2_type, 1.0},
           {param::b2_gain, -4.0},
           {param::b4_type, 3.0},
           {param::b5_gain, 3.0},
           {param::b6_type, 4.0},
           {param::b8_type, 2.0},
           {param::b8_gain, 6.0}},
          48000.0) == 0.0);
}

TEST_CASE("omx-delay") {
  namespace param = omx::delay::param;
  for (const double mode : {0.0, 1.0}) {
    omx::delay::Delay delay;
    omx::bench::ScalarDelay plain;
    CHECK(
        difference(
            delay, plain,
            {{param::time, 60.0},
             {param::feedback, 0.6},
             {param::mode, mode},
             {param::tone, 3000.0},
             {param::offset, -7.0},
             {param::mix, 0.6}},
            48000.0) < 1e-6);
  }
}

TEST_CASE("omx-reverb") {
  namespace param = omx::reverb::param;
  for (const double type : {0.0, 3.0}) {
    omx::reverb::Reverb reverb;
    omx::bench::ScalarReverb plain;
    CHECK(
        difference(
            reverb, plain,
            {{param::type, type},
             {param::decay, 4.0},
             {param::predelay, 0.0},
             {param::motion, 1.0},
             {param::width, 0.7},
             {param::mix, 0.6}},
            48000.0) < 1e-4);
  }
}

TEST_CASE("omx-deesser") {
  namespace param = omx::deesser::param;
  for (const double mode : {0.0, 1.0}) {
    omx::deesser::Deesser deesser;
    omx::bench::ScalarDeesser plain;
    CHECK(
        difference(
            deesser, plain,
            {{param::threshold, -35.0}, {param::range, 12.0}, {param::freq, 5000.0}, {param::mode, mode}},
            48000.0) < 1e-4);
  }
}
