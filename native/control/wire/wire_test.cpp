#include <doctest/doctest.h>

#include <random>

#include "control/wire/message_reader.hpp"
#include "control/wire/reply.hpp"

using namespace omx;
using namespace std::string_literals;
using namespace std::string_view_literals;

TEST_CASE("a message may come in fragments, and several at once") {
  MessageReader reader;
  CHECK(reader.append("param_set 0 1 "));
  CHECK_FALSE(reader.next());
  CHECK(reader.append("0.5\0bypass 0 1\0qu"sv));
  CHECK(reader.next() == "param_set 0 1 0.5");
  CHECK(reader.next() == "bypass 0 1");
  CHECK_FALSE(reader.next());
  CHECK(reader.append("it\0\0\0"sv));
  CHECK(reader.next() == "quit");
  CHECK_FALSE(reader.next());
}

TEST_CASE("however the bytes are cut, the same messages come out") {
  const std::string stream = "add clap:/a#b 0\0\0connect x y 0.5\0help\0"s;
  std::mt19937 random(7);
  for (int run = 0; run < 200; ++run) {
    MessageReader reader;
    std::vector<std::string> messages;
    for (std::size_t at = 0; at < stream.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random() % 9, stream.size() - at);
      REQUIRE(reader.append(std::string_view(stream).substr(at, count)));
      at += count;
      while (auto message = reader.next()) messages.push_back(*message);
    }
    CHECK(messages == std::vector<std::string>{"add clap:/a#b 0", "connect x y 0.5", "help"});
  }
}

TEST_CASE("a message that never ends is refused") {
  MessageReader reader;
  CHECK(reader.append(std::string(MessageReader::message_limit_bytes, 'x')));
  CHECK_FALSE(reader.append("x"));
}

TEST_CASE("replies carry a code, a value and, on our own sockets, why") {
  CHECK(encode_reply(Reply{}) == "resp 0");
  CHECK(encode_reply(Reply{7, ""}) == "resp 7");
  CHECK(encode_reply(text_reply("0.5000")) == "resp 0 0.5000");
  const Error error{ErrorCode::plugin_not_found, "no such file"};
  CHECK(encode_error(error, true) == "resp -101 no such file");
  CHECK(encode_error(error, false) == "resp -101");
}
