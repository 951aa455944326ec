/// What a driver hands to the process loop, once per period.
#pragma once

#include <cstdint>

#include "base/rt.hpp"

namespace omx {

/// A port of the driver; opaque here.
using RtPortHandle = void*;

/// One MIDI message. `bytes` belongs to the giver and lasts until the end of the cycle.
struct RtMidi {
  std::uint32_t time_frames;  ///< offset into the cycle
  std::uint32_t size_bytes;
  const std::uint8_t* bytes;
};

/// The driver's ports during a cycle. Implemented by drivers; called on the audio thread, inside a cycle
/// only. `frames` is always the length of the whole cycle.
class RtPorts {
public:
  /// Samples of an audio port, input or output; null when there are none (an input is silence then, an output
  /// goes nowhere).
  virtual float* audio(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT = 0;
  /// Number of messages at a MIDI input.
  virtual std::uint32_t midi_count(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT = 0;
  /// The message at an index, in order of time; false when it cannot be read.
  virtual bool
  midi_read(RtPortHandle port, std::uint32_t frames, std::uint32_t index, RtMidi& midi) noexcept OMX_RT = 0;
  /// Empties a MIDI output; the loop does so once per cycle, before it writes.
  virtual void midi_clear(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT = 0;
  /// Appends a message, times never falling; false when the buffer is full.
  virtual bool midi_write(RtPortHandle port, std::uint32_t frames, const RtMidi& midi) noexcept OMX_RT = 0;

protected:
  ~RtPorts() = default;
};

/// Where the song is at the first frame of a cycle, as the driver's server says.
struct RtTransport {
  bool playing = false;
  std::uint64_t song_frames = 0;

  double quarters_per_minute = 0;  ///< 0: the server knows no tempo, and nothing of what follows
  double song_quarters = 0;        ///< from the song's beginning, in quarter notes
  double bar_start_quarters = 0;
  std::int32_t bar = 0;             ///< counts from 0
  std::uint16_t beats_per_bar = 0;  ///< of the time signature
  std::uint16_t beat_unit = 0;      ///< of the time signature; 4 is a quarter note
};

/// One period.
struct RtCycle {
  RtPorts* ports;            ///< null for a driver without ports
  std::uint32_t frames;      ///< length; longer than the program's maximum is split
  std::uint32_t frame_time;  ///< the driver's frame counter at the first frame; it wraps
  bool real_time = true;     ///< false when nobody waits (file driver): no late cycles are counted
  const RtTransport* transport = nullptr;  ///< null where there is none
};

}  // namespace omx
