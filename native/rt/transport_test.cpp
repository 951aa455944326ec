#include "rt/transport.hpp"

#include <clap/fixedpoint.h>
#include <doctest/doctest.h>

namespace {

using namespace omx;

constexpr std::int64_t one = CLAP_BEATTIME_FACTOR;

// Half a second into a song in 3/4 at 120 quarters a minute: one quarter.
RtTransport waltz() {
  RtTransport transport;
  transport.playing = true;
  transport.song_frames = 24000;
  transport.quarters_per_minute = 120;
  transport.song_quarters = 1;
  transport.beats_per_bar = 3;
  transport.beat_unit = 4;
  return transport;
}

TEST_CASE("a later block of a cycle is later in the song, in seconds and in quarters") {
  const clap_event_transport_t event = rt_transport_event(waltz(), 48000, 12000);
  CHECK(event.header.type == CLAP_EVENT_TRANSPORT);
  CHECK((event.flags & CLAP_TRANSPORT_IS_PLAYING) != 0);
  CHECK(event.song_pos_seconds == 3 * one / 4);  // 36000 of 48000 frames
  CHECK(event.song_pos_beats == 3 * one / 2);    // a quarter lasts 24000
  CHECK(event.tempo == 120);
  CHECK(event.tsig_num == 3);
  CHECK(event.tsig_denom == 4);
}

TEST_CASE("a song that does not play stays where it is") {
  RtTransport transport = waltz();
  transport.playing = false;
  const clap_event_transport_t event = rt_transport_event(transport, 48000, 12000);
  CHECK((event.flags & CLAP_TRANSPORT_IS_PLAYING) == 0);
  CHECK(event.song_pos_seconds == one / 2);
  CHECK(event.song_pos_beats == one);
}

TEST_CASE("a server without a tempo tells the seconds only") {
  RtTransport transport;
  transport.song_frames = 48000;
  const clap_event_transport_t event = rt_transport_event(transport, 48000, 0);
  CHECK(event.flags == CLAP_TRANSPORT_HAS_SECONDS_TIMELINE);
  CHECK(event.song_pos_seconds == one);
}

}  // namespace
