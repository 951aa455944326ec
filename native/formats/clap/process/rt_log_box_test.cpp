#include "formats/clap/process/rt_log_box.hpp"

#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace {

using omx::RtLogBox;

struct Collected {
  std::vector<std::string> messages;
  std::uint32_t lost = 0;
};

void collect(RtLogBox& box, Collected& all) {
  box.collect(
      [&](std::int32_t, const char* text) { all.messages.emplace_back(text); },
      [&](std::uint32_t lost) { all.lost += lost; });
}

}  // namespace

TEST_CASE("messages come in order, with their severity, long ones cut") {
  RtLogBox box;
  CHECK(box.post(1, "first"));
  CHECK(box.post(3, std::string(1000, 'x').c_str()));
  std::vector<std::int32_t> severities;
  std::vector<std::string> messages;
  box.collect(
      [&](std::int32_t severity, const char* text) {
        severities.push_back(severity);
        messages.emplace_back(text);
      },
      [](std::uint32_t) { CHECK(false); });
  CHECK(severities == std::vector<std::int32_t>{1, 3});
  CHECK(messages == std::vector<std::string>{"first", std::string(RtLogBox::message_bytes - 1, 'x')});
}

TEST_CASE("what finds no room is counted, and taking makes room") {
  RtLogBox box;
  for (std::uint32_t i = 0; i < RtLogBox::slot_count; ++i) CHECK(box.post(0, "kept"));
  CHECK_FALSE(box.post(0, "lost"));
  CHECK_FALSE(box.post(0, "lost"));
  Collected all;
  collect(box, all);
  CHECK(all.messages.size() == RtLogBox::slot_count);
  CHECK(all.lost == 2);
  CHECK(box.post(0, "kept"));
}

TEST_CASE("many threads at once: every message arrives whole or is counted") {
  constexpr int threads = 4;
  constexpr std::uint32_t each = 2000;
  RtLogBox box;
  Collected all;
  std::vector<std::thread> writers;
  for (int t = 0; t < threads; ++t) {
    writers.emplace_back([&box, t] {
      const std::string text(100, static_cast<char>('a' + t));
      for (std::uint32_t i = 0; i < each; ++i) box.post(0, text.c_str());
    });
  }
  while (all.messages.size() + all.lost < threads * each) collect(box, all);
  for (std::thread& writer : writers) writer.join();
  for (const std::string& message : all.messages) CHECK(message == std::string(100, message[0]));
}
