/// What every plugin format does with an effect, in one place, so that all of them sound the same.
#pragma once

#include <cstdint>
#include <memory>

#include "effect/registry.hpp"

namespace omx {

/// The buffers of a block. `channels` holds for each port; the second channel of a mono port is not looked
/// at.
struct Buffers {
  const float* in[2];
  const float* side_chain[2];  ///< null where not connected
  float* out[2];               ///< may be the main input, channel by channel
  std::uint32_t channels;      ///< 1 or 2
};

/// An effect with what a format adds: values as all formats round them, mono, an open side chain, parts of
/// blocks.
class Player {
public:
  /// A new instance of an effect. Throws std::bad_alloc.
  explicit Player(const RegisteredEffect& effect);

  const EffectInfo& info() const noexcept { return info_; }

  /// As Effect::prepare. Throws std::bad_alloc; not on the audio thread. Rate in Hz.
  void prepare(double sample_rate_hz);

  // The rest runs on the audio thread while processing: no allocation, no waiting.

  void reset() noexcept { effect_->reset(); }

  /// Sets a parameter from the next frame on, to a value that has passed accepted_value().
  void set_param(std::uint32_t index, double accepted) noexcept;

  /// The host's tempo in beats per minute from the next frame on; whatever is no tempo counts as none.
  void set_tempo(double beats_per_minute) noexcept;

  /// Plays the frames of a block from `begin` until before `end`. Mono: the effect hears the input on both
  /// sides, and the output is the mean of its two. A side chain that is not connected is silent.
  void play(const Buffers& buffers, std::uint32_t begin, std::uint32_t end) noexcept;

  float meter(std::uint32_t index) const noexcept { return effect_->meter(index); }
  std::uint32_t latency_frames() const noexcept { return effect_->latency_frames(); }
  double tail_frames() const noexcept { return effect_->tail_frames(); }
  bool asleep() const noexcept { return effect_->asleep(); }

private:
  void play_part(const Buffers& buffers, std::uint32_t at, std::uint32_t frames) noexcept;
  void play_mono_part(const Buffers& buffers, std::uint32_t at, std::uint32_t frames) noexcept;

  const EffectInfo& info_;
  std::unique_ptr<Effect> effect_;
  double tempo_ = 0.0;
};

/// What an effect is given for an accepted value: LV2 carries values in single precision, so every format
/// rounds them so. Limits and default stay exact.
double played_value(const ParamInfo& param, double accepted) noexcept;

}  // namespace omx
