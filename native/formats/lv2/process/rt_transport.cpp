#include "formats/lv2/process/rt_transport.hpp"

#include <cmath>

namespace omx::lv2 {

namespace {

constexpr double quarters_per_whole = 4;

double seconds_of(clap_sectime time) noexcept OMX_RT {
  return static_cast<double>(time) / static_cast<double>(CLAP_SECTIME_FACTOR);
}

double quarters_of(clap_beattime time) noexcept OMX_RT {
  return static_cast<double>(time) / static_cast<double>(CLAP_BEATTIME_FACTOR);
}

void set(float* port, bool known, double value) noexcept OMX_RT {
  if (port != nullptr && known) *port = static_cast<float>(value);
}

}  // namespace

RtPosition position_of(const clap_event_transport_t& transport, double sample_rate_hz) noexcept OMX_RT {
  RtPosition position;
  const std::uint32_t flags = transport.flags;
  position.has_tempo = (flags & CLAP_TRANSPORT_HAS_TEMPO) != 0;
  position.has_beats = (flags & CLAP_TRANSPORT_HAS_BEATS_TIMELINE) != 0;
  position.has_seconds = (flags & CLAP_TRANSPORT_HAS_SECONDS_TIMELINE) != 0;
  position.has_signature = (flags & CLAP_TRANSPORT_HAS_TIME_SIGNATURE) != 0 && transport.tsig_denom > 0;
  position.speed = (flags & CLAP_TRANSPORT_IS_PLAYING) != 0 ? 1 : 0;
  if (position.has_signature) {
    position.beats_per_bar = transport.tsig_num;
    position.beat_unit = transport.tsig_denom;
  }
  const double beats_per_quarter = static_cast<double>(position.beat_unit) / quarters_per_whole;
  if (position.has_tempo) position.beats_per_minute = transport.tempo * beats_per_quarter;
  if (position.has_beats) {
    position.beat = quarters_of(transport.song_pos_beats) * beats_per_quarter;
    position.bar = transport.bar_number;
    position.bar_beat = position.beat - quarters_of(transport.bar_start) * beats_per_quarter;
  }
  if (position.has_seconds) {
    position.frame = std::llround(seconds_of(transport.song_pos_seconds) * sample_rate_hz);
  }
  return position;
}

void follow_transport(RtLv2& p, const clap_event_transport_t& transport) noexcept OMX_RT {
  const RtPosition position = position_of(transport, p.sample_rate_hz);
  const RtTransportPorts& ports = p.transport;
  set(ports.bar, position.has_beats, static_cast<double>(position.bar));
  set(ports.bar_beat, position.has_beats, position.bar_beat);
  set(ports.beat, position.has_beats, position.beat);
  set(ports.beat_unit, position.has_signature, position.beat_unit);
  set(ports.beats_per_bar, position.has_signature, position.beats_per_bar);
  set(ports.beats_per_minute, position.has_tempo, position.beats_per_minute);
  set(ports.frame, position.has_seconds, static_cast<double>(position.frame));
  set(ports.frames_per_second, true, p.sample_rate_hz);
  set(ports.speed, true, position.speed);
}

}  // namespace omx::lv2
