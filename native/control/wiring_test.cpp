#include <doctest/doctest.h>

#include "control/wiring.hpp"

using namespace omx;

namespace {

InstancePort out(std::uint32_t instance) {
  return {instance, {PortFlow::output, PortKind::audio, 0, 0}};
}

InstancePort in(std::uint32_t instance) {
  return {instance, {PortFlow::input, PortKind::audio, 0, 0}};
}

}  // namespace

TEST_CASE("a wire made twice is one wire with the last gain") {
  Wiring wiring;
  wiring.connect({out(0), in(1), 1.0f, false});
  wiring.connect({out(0), in(1), 0.5f, false});
  REQUIRE(wiring.wires().size() == 1);
  CHECK(wiring.wires()[0].gain == 0.5f);
  CHECK(wiring.has(out(0), in(1)));
  CHECK(wiring.disconnect(out(0), in(1)));
  CHECK_FALSE(wiring.disconnect(out(0), in(1)));
}

TEST_CASE("sound reaches along wires, but not along feedback") {
  Wiring wiring;
  wiring.connect({out(0), in(1)});
  wiring.connect({out(1), in(2)});
  CHECK(wiring.reaches(0, 2));
  CHECK_FALSE(wiring.reaches(2, 0));
  CHECK(wiring.reaches(1, 1));
  wiring.connect({out(2), in(0), 1.0f, true});
  CHECK_FALSE(wiring.reaches(2, 0));
}

TEST_CASE("an instance takes its wires with it") {
  Wiring wiring;
  wiring.connect({out(0), in(1)});
  wiring.connect({out(1), in(2)});
  wiring.connect({out(0), in(2)});
  wiring.remove_instance(1);
  REQUIRE(wiring.wires().size() == 1);
  CHECK(wiring.has(out(0), in(2)));
}
