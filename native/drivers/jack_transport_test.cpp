#include "drivers/jack_transport.hpp"

#include <doctest/doctest.h>

namespace {

using namespace omx;

jack_position_t position_of(float beat_type, double beats_per_minute) {
  jack_position_t position{};
  position.valid = JackPositionBBT;
  position.frame = 96000;
  position.ticks_per_beat = 960;
  position.beat_type = beat_type;
  position.beats_per_minute = beats_per_minute;
  return position;
}

TEST_CASE("bar 3, beat 2 and a half in 4/4 is 9.5 quarters into the song") {
  jack_position_t position = position_of(4, 120);
  position.bar = 3;
  position.beat = 2;
  position.tick = 480;
  position.beats_per_bar = 4;
  position.bar_start_tick = 2 * 4 * 960;
  const RtTransport transport = transport_of(JackTransportRolling, position);
  CHECK(transport.playing);
  CHECK(transport.song_frames == 96000);
  CHECK(transport.quarters_per_minute == 120);
  CHECK(transport.bar == 2);
  CHECK(transport.bar_start_quarters == 8);
  CHECK(transport.song_quarters == 9.5);
}

TEST_CASE("in 6/8 a beat is an eighth: 180 beats a minute are 90 quarters") {
  jack_position_t position = position_of(8, 180);
  position.bar = 2;
  position.beat = 4;
  position.beats_per_bar = 6;
  position.bar_start_tick = 6 * 960;
  const RtTransport transport = transport_of(JackTransportStopped, position);
  CHECK_FALSE(transport.playing);
  CHECK(transport.quarters_per_minute == 90);
  CHECK(transport.bar_start_quarters == 3);
  CHECK(transport.song_quarters == 4.5);
  CHECK(transport.beats_per_bar == 6);
  CHECK(transport.beat_unit == 8);
}

TEST_CASE("a position without bars and beats has no tempo") {
  jack_position_t position = position_of(4, 120);
  position.valid = jack_position_bits_t{};
  CHECK(transport_of(JackTransportRolling, position).quarters_per_minute == 0);
}

}  // namespace
