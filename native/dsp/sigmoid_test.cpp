// Oracle: erf(x sqrt(pi)/2) of the standard library, in double precision.
#include "dsp/sigmoid.hpp"

#include <cmath>
#include <cstring>
#include <numbers>

#include <doctest/doctest.h>

#include "dsp/simd.hpp"

namespace {

float plain(float x) {
  float y;
  omx::dsp::sigmoid(y, x);
  return y;
}

}  // namespace

TEST_CASE("the sigmoid is erf(x sqrt(pi)/2) within 4e-7 of its value") {
  double worst = 0.0;
  for (int i = -60000; i <= 60000; ++i) {
    const float x = float(i) / 10000.0F;
    const double wanted = std::erf(double(x) * std::sqrt(std::numbers::pi) / 2.0);
    if (i != 0) {
      worst = std::fmax(worst, std::fabs(double(plain(x)) / wanted - 1.0));
    }
    CHECK(plain(-x) == -plain(x));
  }
  CHECK(worst < 4e-7);
  CHECK(plain(0.0F) == 0.0F);
  CHECK(plain(1e6F) == doctest::Approx(1.0).epsilon(4e-7));
}

TEST_CASE("a vector gives the bits of single values") {
  for (int i = -700; i < 700; i += 4) {
    float x[4];
    for (int k = 0; k < 4; ++k) {
      x[k] = float(i + k) / 120.0F;
    }
    omx::dsp::Simd<4>::Float v;
    omx::dsp::load(v, x);
    omx::dsp::Simd<4>::Float y;
    omx::dsp::sigmoid(y, v);
    for (int k = 0; k < 4; ++k) {
      const float one = plain(x[k]);
      const float lane = y[k];
      CHECK(std::memcmp(&one, &lane, sizeof one) == 0);
    }
  }
}
