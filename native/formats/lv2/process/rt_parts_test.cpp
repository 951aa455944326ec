// The parts that the audio thread is made of, one by one.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "formats/lv2/process/rt_byte_ring.hpp"
#include "formats/lv2/process/rt_lv2.hpp"
#include "formats/lv2/process/rt_midi.hpp"
#include "formats/lv2/process/rt_object.hpp"

namespace {

using namespace omx::lv2;

constexpr LV2_URID sequence_type = 7;
constexpr LV2_URID event_type = 8;

RtMidi note(std::uint16_t type, std::int16_t key, double velocity, std::uint8_t channel = 2) {
  clap_event_note_t event{};
  event.header.type = type;
  event.key = key;
  event.velocity = velocity;
  return midi_of_note(event, channel);
}

using Bytes = std::array<std::uint8_t, 3>;

clap_event_transport_t transport_at(double quarters, double tempo, std::uint16_t num, std::uint16_t denom) {
  clap_event_transport_t transport{};
  transport.flags = CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_HAS_BEATS_TIMELINE |
                    CLAP_TRANSPORT_HAS_TIME_SIGNATURE | CLAP_TRANSPORT_IS_PLAYING;
  transport.tempo = tempo;
  transport.song_pos_beats = static_cast<clap_beattime>(quarters * CLAP_BEATTIME_FACTOR);
  transport.tsig_num = num;
  transport.tsig_denom = denom;
  return transport;
}

}  // namespace

TEST_CASE("a sequence holds what was written, and no more than fits") {
  std::array<std::uint64_t, 8> memory{};  // 64 bytes: a head of 16, two events of 16 + 8
  auto* const buffer = reinterpret_cast<LV2_Atom_Sequence*>(memory.data());
  RtSequenceWriter::clear(buffer, sequence_type);
  const Bytes midi = {0x90, 60, 100};
  CHECK(RtSequenceWriter::append(buffer, sizeof memory, 3, event_type, midi.data(), 3));
  CHECK_FALSE(RtSequenceWriter::append(buffer, sizeof memory, 4, event_type, midi.data(), 200));
  CHECK(buffer->atom.size == sizeof(LV2_Atom_Sequence_Body) + 24);
  RtSequenceReader reader(buffer, sizeof memory, sequence_type);
  const LV2_Atom_Event* const event = reader.next();
  REQUIRE(event != nullptr);
  CHECK(event->time.frames == 3);
  CHECK(event->body.size == 3);
  CHECK(std::memcmp(event + 1, midi.data(), 3) == 0);
  CHECK(reader.next() == nullptr);
}

TEST_CASE("objects are built and read back; what does not fit makes them bad") {
  std::array<std::byte, 96> memory;
  RtObjectBuilder object(memory, 5);
  object.put(11, 21, 2.5f);
  object.put(12, 22, std::int64_t{-7});
  REQUIRE(object.good());
  CHECK(object.size() == 8 + (16 + 8) + (16 + 8));
  CHECK(RtObjectReader(object.data(), object.size()).type() == 5);
  const LV2_Atom* const second = RtObjectReader::find(object.data(), object.size(), 12);
  REQUIRE(second != nullptr);
  std::int64_t value = 0;
  std::memcpy(&value, second + 1, sizeof value);
  CHECK(value == -7);
  CHECK(RtObjectReader::find(object.data(), object.size(), 13) == nullptr);
  CHECK(RtObjectReader::find(object.data(), 20, 12) == nullptr);  // cut off
  const std::array<char, 64> text{};
  object.put(13, 23, text.data(), text.size());
  CHECK_FALSE(object.good());
}

TEST_CASE("a ring of bytes keeps messages whole across its end") {
  RtByteRing ring(64);
  std::array<char, 64> out{};
  for (int i = 0; i < 100; ++i) {
    const std::string message = "message number " + std::to_string(i);
    REQUIRE(ring.push(message.data(), static_cast<std::uint32_t>(message.size())));
    REQUIRE(ring.next_size() == message.size());
    REQUIRE(ring.pop(out.data()));
    CHECK(std::string(out.data(), message.size()) == message);
  }
  CHECK(ring.empty());
  CHECK_FALSE(ring.pop(out.data()));
  CHECK(ring.push(out.data(), 60));  // with its length just full
  CHECK_FALSE(ring.push(out.data(), 1));
}

TEST_CASE("a ring of bytes between two threads") {
  RtByteRing ring(256);
  constexpr std::uint32_t count = 5000;
  std::thread producer([&ring] {
    for (std::uint32_t i = 0; i < count;) {
      if (ring.push(&i, sizeof i))
        ++i;
      else
        std::this_thread::yield();
    }
  });
  for (std::uint32_t expected = 0; expected < count;) {
    std::uint32_t got = 0;
    if (!ring.pop(&got)) {
      std::this_thread::yield();
      continue;
    }
    REQUIRE(got == expected);
    ++expected;
  }
  producer.join();
}

TEST_CASE("notes as MIDI") {
  CHECK(note(CLAP_EVENT_NOTE_ON, 60, 1).bytes == Bytes{0x92, 60, 127});
  CHECK(note(CLAP_EVENT_NOTE_ON, 60, 0).bytes == Bytes{0x92, 60, 1});
  CHECK(note(CLAP_EVENT_NOTE_ON, 60, 99).bytes == Bytes{0x92, 60, 127});
  CHECK(note(CLAP_EVENT_NOTE_ON, 60, std::nan("")).bytes == Bytes{0x92, 60, 1});
  CHECK(note(CLAP_EVENT_NOTE_OFF, 60, 0.5).bytes == Bytes{0x82, 60, 64});  // 63.5 rounds up
  CHECK(note(CLAP_EVENT_NOTE_OFF, -1, 0).bytes == Bytes{0xB2, 123, 0});
  CHECK(note(CLAP_EVENT_NOTE_CHOKE, -1, 0).bytes == Bytes{0xB2, 120, 0});
  CHECK(note(CLAP_EVENT_NOTE_ON, -1, 1).size == 0);
  CHECK(note(CLAP_EVENT_NOTE_ON, 128, 1).size == 0);
  CHECK(note(CLAP_EVENT_NOTE_END, 60, 1).size == 0);
}

TEST_CASE("lengths of MIDI messages") {
  CHECK(midi_length(0x80) == 3);
  CHECK(midi_length(0xB5) == 3);
  CHECK(midi_length(0xC0) == 2);
  CHECK(midi_length(0xDF) == 2);
  CHECK(midi_length(0xE0) == 3);
  CHECK(midi_length(0xF0) == 0);
  CHECK(midi_length(0xF2) == 3);
  CHECK(midi_length(0xF8) == 1);
  CHECK(midi_length(0x7F) == 0);
}

TEST_CASE("values are brought into their range") {
  const RtRange whole{-2, 5, true, {}};
  CHECK(whole.nearest(3.6) == 4);
  CHECK(whole.nearest(9) == 5);
  CHECK(whole.nearest(std::nan("")) == -2);
  CHECK(whole.nearest(-std::numeric_limits<double>::infinity()) == -2);
  const RtRange points{0, 10, false, {0.0f, 2.5f, 10.0f}};
  CHECK(points.nearest(1) == 0);
  CHECK(points.nearest(2) == 2.5);
  CHECK(points.nearest(9) == 10);
}

TEST_CASE("latencies are whole frames, and nonsense is none") {
  CHECK(rt_lv2_latency(64) == 64);
  CHECK(rt_lv2_latency(63.6f) == 64);
  CHECK(rt_lv2_latency(-5) == 0);
  CHECK(rt_lv2_latency(std::nanf("")) == 0);
  CHECK(rt_lv2_latency(1e30f) == 0);
}

TEST_CASE("where changes take effect") {
  RtLv2 p(0, 8);
  CHECK(rt_lv2_piece_start(p, 31, 128) == 0);
  CHECK(rt_lv2_piece_start(p, 32, 128) == 32);
  CHECK(rt_lv2_piece_start(p, 127, 128) == 96);
  CHECK(rt_lv2_piece_start(p, 99, 100) == 64);  // 96 would leave a piece of 4
  CHECK(rt_lv2_piece_start(p, 60, 63) == 0);
  CHECK(rt_lv2_piece_start(p, 4000, 128) == 96);
  p.block_rule = RtBlockRule::whole;
  CHECK(rt_lv2_piece_start(p, 127, 128) == 0);
}

TEST_CASE("positions are counted in beats of the time signature") {
  // Quarter 6 at 120 quarters a minute in 6/8: eighth 12, at 240 eighths a minute.
  const RtPosition position = position_of(transport_at(6, 120, 6, 8), 48000);
  CHECK(position.beat == 12);
  CHECK(position.beats_per_minute == 240);
  CHECK(position.beats_per_bar == 6);
  CHECK(position.beat_unit == 8);
  CHECK(position.speed == 1);
  clap_event_transport_t later = transport_at(7, 120, 3, 4);
  later.bar_start = 6 * CLAP_BEATTIME_FACTOR;
  later.bar_number = 2;
  later.flags |= CLAP_TRANSPORT_HAS_SECONDS_TIMELINE;
  later.song_pos_seconds = CLAP_SECTIME_FACTOR / 2;
  const RtPosition second = position_of(later, 48000);
  CHECK(second.bar_beat == 1);
  CHECK(second.bar == 2);
  CHECK(second.frame == 24000);
}
