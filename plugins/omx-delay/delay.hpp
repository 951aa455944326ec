/// Two delay lines with feedback through a tone filter. The sound is described in declaration.ts.
#pragma once

#include <array>
#include <cstdint>

#include "dsp/block.hpp"
#include "dsp/delay_line.hpp"
#include "dsp/ramp.hpp"
#include "effect/effect.hpp"
#include "effect/rest_watch.hpp"
#include "effect/settings.hpp"
#include "omx-delay/generated/params.hpp"
#include "omx-delay/glide.hpp"

namespace omx::delay {

class Delay final : public Effect {
public:
  void prepare(double sample_rate_hz) override;
  void reset() noexcept override;
  void set_param(std::uint32_t index, double value) noexcept override;
  void set_tempo(double beats_per_minute) noexcept override;
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override;
  double tail_frames() const noexcept override;
  bool asleep() const noexcept override { return asleep_; }

  /// Frames that one part of a block has at most.
  static constexpr int max_part_frames = 256;

private:
  /// The place of both taps, in frames before now.
  struct Taps {
    int left = 1;
    int right = 1;
    bool operator==(const Taps&) const = default;
  };

  using Part = dsp::StereoPart<max_part_frames>;

  double wanted_time_ms() const noexcept;
  Taps wanted_taps() const noexcept;
  void follow_taps() noexcept;
  void aim(std::uint32_t index, int ramp_frames) noexcept;
  int part_frames(std::uint32_t frames_left) const noexcept;
  void process_part(Part& block, int frames) noexcept;
  void read_echoes(Part& echoes, int frames) noexcept;
  void read_gliding(Part& echoes, int frames) noexcept;
  void read_fading(Part& echoes, int frames) noexcept;
  void filter_echoes(Part& echoes, int frames) noexcept;
  void mix(Part& block, Part& echoes, int frames) noexcept;
  static int loud_frames(const Part& written, int sounding, int frames) noexcept;
  void look_for_rest() noexcept;
  void rest() noexcept;

  double sample_rate_hz_ = 48000.0;
  Settings<params> values_;
  double beats_per_minute_ = 0.0;  // 0: the host has no tempo

  std::array<dsp::DelayLine, 2> lines_;
  Taps taps_;      // heard now, or fading in
  Taps old_taps_;  // fading out
  int fade_frames_ = 1;
  int fade_frames_left_ = 0;
  std::array<Glide, 2> glides_;

  dsp::LinearRamp mix_;
  dsp::LinearRamp feedback_;
  dsp::LinearRamp ping_pong_;  // 0: stereo, 1: ping-pong
  dsp::LinearRamp pole_;       // of the tone filter; 0: off
  std::array<float, 2> tone_{};

  RestWatch watch_;
  bool asleep_ = true;
};

}  // namespace omx::delay
