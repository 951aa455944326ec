/// The interface between an effect and the plugin formats that present it.
#pragma once

#include <cstdint>

namespace omx {

/// A stereo effect. Every format calls it in the same way, so that all of them sound the same, bit by bit:
/// the output depends on the samples, and on the frame at which each parameter is set, but not on block
/// sizes.
class Effect {
public:
  virtual ~Effect() = default;

  /// Allocates what the rate needs; followed by reset(). Not on the audio thread. Rate in Hz.
  virtual void prepare(double sample_rate_hz) = 0;

  // The rest runs on the audio thread while processing: no allocation, no waiting.

  /// Forgets all sound; parameters take their set values at once.
  virtual void reset() noexcept = 0;

  /// Sets a parameter from the next frame on; the effect smooths the change. The index counts the
  /// declaration's parameters; the value has passed accepted_value().
  virtual void set_param(std::uint32_t index, double value) noexcept = 0;

  /// The host's tempo in beats (quarter notes) per minute from the next frame on; 0 when it has none.
  virtual void set_tempo(double /*beats_per_minute*/) noexcept {}

  /// Any number of frames. `in` has left and right of the main input, then of the side chain where one is
  /// declared; `out` may be the main input, channel by channel. Samples that are no sound count as silence.
  virtual void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept = 0;

  /// What a declared meter shows after the last call of process().
  virtual float meter(std::uint32_t /*index*/) const noexcept { return 0.0F; }

  /// Frames by which the output is late; fixed from prepare() on.
  virtual std::uint32_t latency_frames() const noexcept { return 0; }

  /// Frames after the input's end until nothing is left above -120 dB.
  virtual double tail_frames() const noexcept = 0;

  /// True when no sound is left: as long as the input is silent, the output is exact silence.
  virtual bool asleep() const noexcept = 0;
};

}  // namespace omx
