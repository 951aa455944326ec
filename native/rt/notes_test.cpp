#include <doctest/doctest.h>

#include <vector>

#include "rt/notes.hpp"

namespace {

using namespace omx;

RtEvent from_midi(std::vector<std::uint8_t> bytes, NoteDialect dialect) {
  RtEvent event{};
  const RtMidi midi{0, static_cast<std::uint32_t>(bytes.size()), bytes.data()};
  REQUIRE(rt_event_from_midi(midi, 17, 2, dialect, event));
  return event;
}

bool refused(std::vector<std::uint8_t> bytes) {
  RtEvent event{};
  return !rt_event_from_midi(
      {0, static_cast<std::uint32_t>(bytes.size()), bytes.data()}, 0, 0, NoteDialect::midi, event);
}

std::vector<std::uint8_t> to_midi(const RtEvent& event) {
  std::array<std::uint8_t, 3> storage{};
  RtMidi midi{};
  if (!rt_midi_from_event(event, storage, midi)) return {};
  return {midi.bytes, midi.bytes + midi.size_bytes};
}

TEST_CASE("MIDI notes become CLAP notes with a port, a time and a velocity of 0 to 1") {
  const RtEvent on = from_midi({0x93, 60, 127}, NoteDialect::clap);
  CHECK(on.header.type == CLAP_EVENT_NOTE_ON);
  CHECK(on.header.time == 17);
  CHECK(on.note.port_index == 2);
  CHECK(on.note.channel == 3);
  CHECK(on.note.key == 60);
  CHECK(on.note.note_id == -1);
  CHECK(on.note.velocity == 1.0);
  CHECK(from_midi({0x93, 60, 0}, NoteDialect::clap).header.type == CLAP_EVENT_NOTE_OFF);
  CHECK(from_midi({0x83, 60, 64}, NoteDialect::clap).header.type == CLAP_EVENT_NOTE_OFF);
}

TEST_CASE("what CLAP's notes cannot say stays MIDI") {
  const RtEvent bend = from_midi({0xe0, 1, 2}, NoteDialect::clap);
  CHECK(bend.header.type == CLAP_EVENT_MIDI);
  CHECK(bend.midi.data[2] == 2);
  CHECK(bend.midi.port_index == 2);
  CHECK(from_midi({0x90, 60, 1}, NoteDialect::midi).header.type == CLAP_EVENT_MIDI);
  const std::vector<std::uint8_t> dump{0xf0, 1, 2, 3, 0xf7};
  RtEvent event{};
  REQUIRE(rt_event_from_midi({0, 5, dump.data()}, 0, 0, NoteDialect::clap, event));
  CHECK(event.header.type == CLAP_EVENT_MIDI_SYSEX);
  CHECK(event.sysex.size == 5);
}

TEST_CASE("messages come back as they were, whichever way they went") {
  const std::vector<std::vector<std::uint8_t>> messages = {
      {0x90, 60, 1}, {0x9f, 127, 127}, {0x85, 3, 64}, {0xb0, 7, 100}, {0xc1, 5}, {0xd2, 9},
      {0xe3, 0, 64}, {0xf1, 4},        {0xf2, 1, 2},  {0xf3, 1},      {0xf8},    {0xfe}};
  for (const auto& message : messages) {
    for (const NoteDialect dialect : {NoteDialect::clap, NoteDialect::midi}) {
      CHECK(to_midi(from_midi(message, dialect)) == message);
    }
  }
  for (int velocity = 1; velocity < 128; ++velocity) {
    const auto byte = static_cast<std::uint8_t>(velocity);
    CHECK(
        to_midi(from_midi({0x90, 60, byte}, NoteDialect::clap)) == std::vector<std::uint8_t>{0x90, 60, byte});
  }
}

TEST_CASE("half messages and what is undefined are refused") {
  CHECK(refused({}));
  CHECK(refused({0x90, 60}));
  CHECK(refused({60, 60, 60}));
  CHECK(refused({0xf4}));
  CHECK(refused({0xf7}));
}

TEST_CASE("events are given the receiver's port and dialect") {
  const RtEvent on = from_midi({0x91, 60, 100}, NoteDialect::clap);
  RtEvent event{};
  REQUIRE(rt_event_for_port(on, 5, NoteDialect::clap, event));
  CHECK(event.note.port_index == 5);
  CHECK(rt_port_of_event(event) == 5);
  REQUIRE(rt_event_for_port(on, 5, NoteDialect::midi, event));
  CHECK(event.header.type == CLAP_EVENT_MIDI);
  CHECK(event.header.time == 17);
  CHECK(to_midi(event) == std::vector<std::uint8_t>{0x91, 60, 100});
  RtEvent back{};
  REQUIRE(rt_event_for_port(event, 1, NoteDialect::clap, back));
  CHECK(back.header.type == CLAP_EVENT_NOTE_ON);
  CHECK(back.note.key == 60);

  RtEvent end = on;
  end.header.type = CLAP_EVENT_NOTE_END;
  CHECK(!rt_event_for_port(end, 0, NoteDialect::clap, event));
  CHECK(!rt_event_for_port(end, 0, NoteDialect::midi, event));
  RtEvent foreign = on;
  foreign.header.space_id = 7;
  CHECK(!rt_event_for_port(foreign, 0, NoteDialect::clap, event));
  CHECK(rt_port_of_event(foreign) == -1);
}

TEST_CASE("ending all notes is one choke, or all-notes-off on each channel") {
  std::array<RtEvent, 20> events{};
  std::size_t count = 0;
  const auto keep = [&](const RtEvent& event) { events.data()[count++] = event; };
  rt_end_notes(3, NoteDialect::clap, keep);
  REQUIRE(count == 1);
  CHECK(events[0].header.type == CLAP_EVENT_NOTE_CHOKE);
  CHECK(events[0].note.key == -1);
  CHECK(events[0].note.port_index == 3);
  count = 0;
  rt_end_notes(0, NoteDialect::midi, keep);
  REQUIRE(count == 16);
  CHECK(to_midi(events[15]) == std::vector<std::uint8_t>{0xbf, 123, 0});
}

}  // namespace
