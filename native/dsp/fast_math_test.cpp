// Oracle: the functions of the standard library in double precision.
#include "dsp/fast_math.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace {

using omx::dsp::fast_exp2;
using omx::dsp::fast_log2;

float log2_of(float x) {
  float y;
  fast_log2(y, x);
  return y;
}

float exp2_of(float x) {
  float y;
  fast_exp2(y, x);
  return y;
}

}  // namespace

TEST_CASE("logarithms are within 1e-7 and two units in the last place") {
  double worst = 0.0;
  for (int i = 0; i <= 200000; ++i) {
    const auto x = static_cast<float>(std::pow(10.0, -30.0 + 60.0 * i / 200000.0));
    const double wanted = std::log2(double(x));
    const double bound = 1e-7 + 2.0 * std::fabs(wanted) * 0x1p-23;
    worst = std::max(worst, std::fabs(double(log2_of(x)) - wanted) / bound);
  }
  CHECK(worst < 1.0);
}

TEST_CASE("the logarithm of every power of two is exact") {
  for (int e = -126; e <= 127; ++e) {
    CHECK(log2_of(std::ldexp(1.0F, e)) == static_cast<float>(e));
  }
}

TEST_CASE("powers are relatively within 3e-7, and whole ones are exact") {
  double worst = 0.0;
  for (int i = 0; i <= 200000; ++i) {
    const auto x = static_cast<float>(-126.0 + 252.0 * i / 200000.0);
    worst = std::max(worst, std::fabs(double(exp2_of(x)) / std::exp2(double(x)) - 1.0));
  }
  CHECK(worst < 3e-7);
  for (int e = -126; e <= 126; ++e) {
    CHECK(exp2_of(static_cast<float>(e)) == std::ldexp(1.0F, e));
  }
  CHECK(exp2_of(-1000.0F) == std::ldexp(1.0F, -126));
  CHECK(exp2_of(1000.0F) == std::ldexp(1.0F, 126));
}

TEST_CASE("vectors give the same bits as single values") {
  using Float = omx::dsp::Simd<8>::Float;
  float values[8];
  for (int lane = 0; lane < 8; ++lane) {
    values[lane] = 0.001F * static_cast<float>(1 + lane * lane * lane * 17);
  }
  Float x;
  omx::dsp::load(x, values);
  Float logs;
  Float powers;
  fast_log2(logs, x);
  fast_exp2(powers, logs);
  for (int lane = 0; lane < 8; ++lane) {
    const float log = logs[lane];
    const float power = powers[lane];
    CHECK(log == log2_of(values[lane]));
    CHECK(power == exp2_of(log));
  }
}
