#include "formats/lv2/process/rt_transport.hpp"

#include <array>
#include <cmath>

#include "formats/lv2/process/rt_lv2.hpp"
#include "formats/lv2/process/rt_object.hpp"

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

/// Half a frame at any tempo and rate that people use; what is left is rounding.
constexpr double same_beat = 1e-4;

bool same_place(const RtPosition& a, const RtPosition& b) noexcept OMX_RT {
  if (a.has_seconds != b.has_seconds || a.has_beats != b.has_beats) return false;
  if (a.has_seconds && std::llabs(a.frame - b.frame) > 1) return false;
  return !a.has_beats || std::fabs(a.beat - b.beat) < same_beat;
}

bool same_course(const RtPosition& a, const RtPosition& b) noexcept OMX_RT {
  return a.speed == b.speed && a.has_tempo == b.has_tempo && a.has_signature == b.has_signature &&
         a.beats_per_minute == b.beats_per_minute && a.beats_per_bar == b.beats_per_bar &&
         a.beat_unit == b.beat_unit;
}

RtPosition advanced(RtPosition position, std::uint32_t frames, double sample_rate_hz) noexcept OMX_RT {
  if (position.speed == 0) return position;
  position.frame += frames;
  constexpr double seconds_per_minute = 60;
  position.beat += position.beats_per_minute / seconds_per_minute * frames / sample_rate_hz;
  return position;
}

}  // namespace

void rt_send_position(RtLv2& p, const RtPosition& position, std::uint32_t time) noexcept OMX_RT {
  const RtUrids& u = p.urids;
  std::array<std::byte, 512> memory;
  RtObjectBuilder object(memory, u.position);
  object.put(u.speed, u.float_, static_cast<float>(position.speed));
  object.put(u.frames_per_second, u.float_, static_cast<float>(p.sample_rate_hz));
  if (position.has_seconds) object.put(u.frame, u.long_, position.frame);
  if (position.has_tempo)
    object.put(u.beats_per_minute, u.float_, static_cast<float>(position.beats_per_minute));
  if (position.has_signature) {
    object.put(u.beats_per_bar, u.float_, static_cast<float>(position.beats_per_bar));
    object.put(u.beat_unit, u.int_, position.beat_unit);
  }
  if (position.has_beats) {
    object.put(u.bar, u.long_, position.bar);
    object.put(u.bar_beat, u.float_, static_cast<float>(position.bar_beat));
    object.put(u.beat, u.double_, position.beat);
  }
  for (RtEventPort& port : p.event_inputs) {
    if (!port.position) continue;
    RtSequenceWriter::append(
        port.buffer(), port.capacity_bytes, time, u.object, object.data(), object.size());
  }
}

void rt_follow_position(
    RtLv2& p, const clap_event_transport_t& transport, std::uint32_t frames) noexcept OMX_RT {
  if (!p.takes_position) return;
  const RtPosition now = position_of(transport, p.sample_rate_hz);
  RtExpectedPosition& expected = p.expected_position;
  if (!expected.known || !same_course(now, expected.position) || !same_place(now, expected.position))
    rt_send_position(p, now, 0);
  expected = {true, advanced(now, frames, p.sample_rate_hz)};
}

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
