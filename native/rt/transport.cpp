#include "rt/transport.hpp"

#include <clap/fixedpoint.h>

namespace omx {

namespace {

// CLAP's fixed point, rounded; beats and seconds have the same factor.
std::int64_t fixed(double value) noexcept OMX_RT {
  return static_cast<std::int64_t>(value * double(CLAP_BEATTIME_FACTOR) + (value < 0 ? -0.5 : 0.5));
}

}  // namespace

clap_event_transport_t rt_transport_event(
    const RtTransport& transport, std::uint32_t sample_rate_hz, std::uint32_t offset_frames) noexcept OMX_RT {
  clap_event_transport_t event{};
  event.header.size = sizeof event;
  event.header.space_id = CLAP_CORE_EVENT_SPACE_ID;
  event.header.type = CLAP_EVENT_TRANSPORT;
  event.flags = CLAP_TRANSPORT_HAS_SECONDS_TIMELINE;
  if (transport.playing) event.flags |= CLAP_TRANSPORT_IS_PLAYING;
  const std::uint32_t moved_frames = transport.playing ? offset_frames : 0;
  event.song_pos_seconds = fixed(double(transport.song_frames + moved_frames) / sample_rate_hz);
  if (transport.quarters_per_minute > 0) {
    event.flags |= CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_HAS_BEATS_TIMELINE;
    event.tempo = transport.quarters_per_minute;
    const double moved_minutes = moved_frames / (60.0 * sample_rate_hz);
    event.song_pos_beats = fixed(transport.song_quarters + moved_minutes * transport.quarters_per_minute);
    event.bar_start = fixed(transport.bar_start_quarters);
    event.bar_number = transport.bar;
  }
  if (transport.quarters_per_minute > 0 && transport.beats_per_bar > 0 && transport.beat_unit > 0) {
    event.flags |= CLAP_TRANSPORT_HAS_TIME_SIGNATURE;
    event.tsig_num = transport.beats_per_bar;
    event.tsig_denom = transport.beat_unit;
  }
  return event;
}

}  // namespace omx
