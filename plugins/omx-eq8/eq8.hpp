/// Eight parametric bands between a high-pass and a low-pass. The sound is described in declaration.ts.
#pragma once

#include <array>
#include <cstdint>

#include "dsp/ramp.hpp"
#include "dsp/svf_cascade.hpp"
#include "effect/effect.hpp"
#include "effect/rest_watch.hpp"
#include "effect/settings.hpp"
#include "omx-eq8/generated/params.hpp"

namespace omx::eq8 {

class Eq8 final : public Effect {
public:
  void prepare(double sample_rate_hz) override;
  void reset() noexcept override;
  void set_param(std::uint32_t index, double value) noexcept override;
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override;
  double tail_frames() const noexcept override { return tail_frames_; }
  bool asleep() const noexcept override { return asleep_; }

private:
  void apply_changes() noexcept;
  void apply_section(int section, int ramp_frames) noexcept;
  dsp::SvfSection design_section(int section) const noexcept;
  void rest() noexcept;

  double sample_rate_hz_ = 48000.0;
  Settings<params> values_;
  std::array<dsp::SvfSection, dsp::max_sections> targets_;
  std::array<double, dsp::max_sections> decay_frames_{};
  std::uint32_t changed_sections_ = ~0U;  // one bit per section
  bool gain_changed_ = true;
  dsp::SvfCascade cascade_;
  dsp::LinearRamp gain_{1.0F};
  RestWatch watch_;
  bool asleep_ = true;
  double tail_frames_ = 0.0;
};

}  // namespace omx::eq8
