// Oracle: a straight line in whole numbers.
#include "dsp/fixed_ramp.hpp"

#include <doctest/doctest.h>

using omx::dsp::FixedRamp;

TEST_CASE("a ramp goes in a straight line, arrives on its last step and stays") {
  FixedRamp ramp;
  ramp.aim(10.0, 0);
  std::int32_t values[8];
  ramp.fill(values, 2);
  CHECK(values[1] == 10 << 16);
  ramp.aim(16.0, 4);
  CHECK(ramp.moving());
  ramp.fill(values, 8);
  const double wanted[] = {11.5, 13.0, 14.5, 16.0, 16.0, 16.0, 16.0, 16.0};
  for (int i = 0; i < 8; ++i) {
    CHECK(values[i] == int(wanted[i] * 65536.0));
  }
  CHECK_FALSE(ramp.moving());
}

TEST_CASE("a split way gives the values of one way, and a new aim starts from where it is") {
  FixedRamp one;
  FixedRamp other;
  std::int32_t wanted[1000];
  std::int32_t got[1000];
  one.aim(123.456, 900);
  one.fill(wanted, 1000);
  other.aim(123.456, 900);
  for (int i = 0; i < 1000; i += 10) {
    other.fill(got + i, 10);
  }
  for (int i = 0; i < 1000; ++i) {
    CHECK(got[i] == wanted[i]);
  }
  CHECK(wanted[899] == int(123.456 * 65536.0));
  one.aim(0.0, 3);
  one.aim(123.456, 5);
  one.finish();
  one.fill(got, 1);
  CHECK(got[0] == wanted[999]);
}
