/// Moving copies of the input, mixed to it. The sound is described in declaration.ts.
#pragma once

#include <array>
#include <cstdint>

#include "dsp/block.hpp"
#include "dsp/ramp.hpp"
#include "dsp/svf_cascade.hpp"
#include "dsp/sweep_control.hpp"
#include "dsp/swept_delay.hpp"
#include "effect/effect.hpp"
#include "effect/rest_watch.hpp"
#include "effect/settings.hpp"
#include "omx-chorus/generated/params.hpp"

namespace omx::chorus {

class Chorus final : public Effect {
public:
  void prepare(double sample_rate_hz) override;
  void reset() noexcept override;
  void set_param(std::uint32_t index, double value) noexcept override;
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override;
  double tail_frames() const noexcept override;
  bool asleep() const noexcept override { return asleep_; }

private:
  using Part = dsp::StereoPart<dsp::Sweep::max_frames>;

  void aim(std::uint32_t index, int ramp_frames) noexcept;
  void aim_filter(std::uint32_t index, int ramp_frames) noexcept;
  int process_part(const float* const* in, float* const* out, std::uint32_t at, int frames) noexcept;
  void filter(Part& wet, int frames) noexcept;
  void rest() noexcept;
  double frames_of(double time_ms) const noexcept { return 0.001 * time_ms * sample_rate_hz_; }

  double sample_rate_hz_ = 48000.0;
  Settings<params> values_;

  dsp::SweepControl control_;
  dsp::SweptDelay lines_;
  dsp::SvfCascade filters_;
  dsp::LinearRamp mix_;

  RestWatch watch_;
  std::array<double, 2> decay_frames_{};  // of both filters
  bool asleep_ = true;
};

}  // namespace omx::chorus
