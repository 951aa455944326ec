#include <doctest/doctest.h>

#include "text/json.hpp"

using namespace omx;

TEST_CASE("JSON is valid whatever the text") {
  JsonWriter json;
  json.begin_object().field("a\"b", "x\n\x01\xff\xc3\xa9").field("n", 1.5).field("i", 3u).field("t", true);
  json.key("list").begin_array().value(1).value(2).end_array().key("none").value(0.0 / 0.0).end_object();
  CHECK(
      json.take() ==
      "{\"a\\\"b\":\"x\\n\\u0001?\xc3\xa9\",\"n\":1.5,\"i\":3,\"t\":true,\"list\":[1,2],\"none\":null}");
}
