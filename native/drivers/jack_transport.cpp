#include "drivers/jack_transport.hpp"

namespace omx {

RtTransport transport_of(jack_transport_state_t state, const jack_position_t& position) noexcept OMX_RT {
  RtTransport transport;
  transport.playing = state == JackTransportRolling;
  transport.song_frames = position.frame;
  const bool has_beats = (position.valid & JackPositionBBT) != 0 && position.beat_type > 0 &&
                         position.ticks_per_beat > 0 && position.beats_per_minute > 0;
  if (!has_beats) return transport;
  const double quarters_per_beat = 4.0 / double(position.beat_type);
  transport.quarters_per_minute = position.beats_per_minute * quarters_per_beat;
  transport.bar = position.bar - 1;
  transport.bar_start_quarters = position.bar_start_tick / position.ticks_per_beat * quarters_per_beat;
  const double beats = position.beat - 1 + position.tick / position.ticks_per_beat;
  transport.song_quarters = transport.bar_start_quarters + beats * quarters_per_beat;
  transport.beats_per_bar = static_cast<std::uint16_t>(position.beats_per_bar);
  transport.beat_unit = static_cast<std::uint16_t>(position.beat_type);
  return transport;
}

}  // namespace omx
