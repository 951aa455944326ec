/// The host's transport, for control ports that follow it.
#pragma once

#include <cstdint>

#include <clap/events.h>

#include "base/rt.hpp"

namespace omx::lv2 {

struct RtLv2;

/// Where the host is, in the words of LV2's time extension. Fields that the host does not give are not
/// meaningful unless their flag says so.
struct RtPosition {
  bool has_tempo = false;
  bool has_beats = false;
  bool has_seconds = false;
  bool has_signature = false;
  double speed = 0;             ///< 1 rolling, 0 stopped
  double beats_per_minute = 0;  ///< in units of the signature's beat
  double beats_per_bar = 4;
  std::int32_t beat_unit = 4;
  std::int64_t bar = 0;
  double bar_beat = 0;  ///< beats since the bar began
  double beat = 0;      ///< beats since the song began
  std::int64_t frame = 0;
};

/// CLAP counts tempo and positions in quarter notes; LV2 in beats of the time signature.
RtPosition position_of(const clap_event_transport_t& transport, double sample_rate_hz) noexcept OMX_RT;

/// The position that the next block is expected to begin at.
struct RtExpectedPosition {
  bool known = false;
  RtPosition position;
};

/// Sends the position to every port that takes it, at `time` of the run to come.
void rt_send_position(RtLv2& p, const RtPosition& position, std::uint32_t time) noexcept OMX_RT;

/// Sends the position at the beginning of a block of `frames` when it is not where the last block led one to
/// expect it, or anything else of it has changed.
void rt_follow_position(
    RtLv2& p, const clap_event_transport_t& transport, std::uint32_t frames) noexcept OMX_RT;

/// Sets those control ports that stand for a part of the position.
void follow_transport(RtLv2& p, const clap_event_transport_t& transport) noexcept OMX_RT;

}  // namespace omx::lv2
