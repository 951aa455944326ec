#include <doctest/doctest.h>

#include "control/port_names.hpp"

using namespace omx;

TEST_CASE("port names count from 1 and are read back") {
  const InstancePort audio{12, {PortFlow::output, PortKind::audio, 1, 3}};
  CHECK(format_port(audio) == "effect_12:out2_4");
  CHECK(parse_port("effect_12:out2_4") == audio);
  const InstancePort notes{0, {PortFlow::input, PortKind::note, 0, 0}};
  CHECK(format_port(notes) == "effect_0:events_in1");
  CHECK(parse_port("effect_0:events_in1") == notes);
}

TEST_CASE("other names are the server's") {
  for (const char* name :
       {"system:capture_1", "effect_1", "effect_1:", "effect_x:in1_1", "effect_1:in0_1", "effect_1:in1",
        "effect_01:in1_1", "effect_1:in1_1x", "effect_1:events_in1_1", "effect_4294967296:in1_1", "file:in_1",
        ""}) {
    CHECK_FALSE(parse_port(name));
  }
}

TEST_CASE("a client has ports of its own, numbered from 1") {
  const PortSymbol in{PortFlow::input, PortKind::audio, 0, 0};
  const PortSymbol out{PortFlow::output, PortKind::audio, 0, 7};
  CHECK(parse_own_symbol("in_1") == in);
  CHECK(parse_own_symbol("out_8") == out);
  for (const char* name : {"in_0", "in_", "in1_1", "in_1_1", "in_65", "out", "out_-1", ""}) {
    CHECK_FALSE(parse_own_symbol(name));
  }
  CHECK(short_port_name("vocals", {own_numbers_begin, in}) == "in_1");
  CHECK(short_port_name("vocals", {own_numbers_begin + 1, out}) == "out_8");
}

TEST_CASE("the client of one instance shows bare symbols") {
  const InstancePort port{3, {PortFlow::input, PortKind::audio, 0, 0}};
  CHECK(short_port_name("effect_3", port) == "in1_1");
  CHECK(short_port_name("vocals", port) == "effect_3:in1_1");
}
