#include "formats/clap/process/rt_event_list.hpp"

#include <cstring>

#include <doctest/doctest.h>

namespace {

using omx::RtEventList;

clap_event_note_t note(std::uint32_t time, std::int16_t key) {
  clap_event_note_t event{};
  event.header = {sizeof event, time, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_NOTE_ON, 0};
  event.key = key;
  return event;
}

clap_event_midi_sysex_t sysex(const std::uint8_t* bytes, std::uint32_t size) {
  clap_event_midi_sysex_t event{};
  event.header = {sizeof event, 0, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI_SYSEX, 0};
  event.buffer = bytes;
  event.size = size;
  return event;
}

}  // namespace

TEST_CASE("events are sorted by time, those of equal time stay in the order of their pushes") {
  RtEventList list(8);
  for (const auto& [time, key] : {std::pair{5u, 1}, {3u, 2}, {5u, 3}, {0u, 4}, {3u, 5}}) {
    CHECK(list.push(note(time, static_cast<std::int16_t>(key)).header));
  }
  REQUIRE(list.size() == 5);
  const std::int16_t expected[] = {4, 2, 5, 1, 3};
  for (std::uint32_t i = 0; i < 5; ++i) CHECK(list[i].note.key == expected[i]);
}

TEST_CASE("what does not fit is dropped and counted, and clearing makes room") {
  RtEventList list(2);
  CHECK(list.push(note(0, 1).header));
  CHECK(list.push(note(0, 2).header));
  CHECK(list.full());
  CHECK_FALSE(list.push(note(0, 3).header));
  CHECK(list.dropped() == 1);
  list.clear();
  CHECK(list.empty());
  CHECK(list.push(note(0, 4).header));
}

TEST_CASE("an event that claims a wrong size is refused") {
  RtEventList list(2);
  auto event = note(0, 1);
  event.header.size = 4096;
  CHECK_FALSE(list.push(event.header));
  event.header.size = sizeof(clap_event_header_t) - 1;
  CHECK_FALSE(list.push(event.header));
  CHECK(list.dropped() == 2);
}

TEST_CASE("plugins read and write the list through CLAP's interfaces") {
  RtEventList list(4);
  const clap_output_events_t* const out = list.output();
  const auto late = note(9, 1);
  const auto early = note(2, 2);
  CHECK(out->try_push(out, &late.header));
  CHECK(out->try_push(out, &early.header));
  CHECK_FALSE(out->try_push(out, nullptr));
  const clap_input_events_t* const in = list.input();
  REQUIRE(in->size(in) == 2);
  CHECK(in->get(in, 0)->time == 2);
  CHECK(in->get(in, 1)->time == 9);
  CHECK(in->get(in, 2) == nullptr);
}

TEST_CASE("the bytes of a system exclusive message are kept, as far as there is room") {
  RtEventList list(64);
  std::uint8_t bytes[1024];
  std::memset(bytes, 0x11, sizeof bytes);
  const auto event = sysex(bytes, sizeof bytes);
  REQUIRE(list.push(event.header));
  std::memset(bytes, 0x22, sizeof bytes);  // the giver's buffer is used anew
  CHECK(list[0].sysex.buffer[0] == 0x11);
  CHECK(list[0].sysex.buffer[1023] == 0x11);

  for (std::uint32_t used = 1024; used < RtEventList::sysex_capacity_bytes; used += 1024)
    CHECK(list.push(event.header));
  CHECK_FALSE(list.push(event.header));
  CHECK(list.dropped() == 1);
  list.clear();
  CHECK(list.push(event.header));
}
