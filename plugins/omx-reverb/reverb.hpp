/// Diffusers, early reflections and a feedback delay network. The sound is described in declaration.ts.
#pragma once

#include <array>
#include <cstdint>

#include "dsp/delay_line.hpp"
#include "dsp/diffuser.hpp"
#include "dsp/fade.hpp"
#include "dsp/feedback_network.hpp"
#include "dsp/ramp.hpp"
#include "dsp/svf_cascade.hpp"
#include "effect/effect.hpp"
#include "effect/rest_watch.hpp"
#include "effect/settings.hpp"
#include "omx-reverb/generated/params.hpp"
#include "omx-reverb/space.hpp"

namespace omx::reverb {

/// Memory is that of the delays: the sixteen lines of the largest hall, predelay and early reflections in
/// one line per side, and the diffusers; none rounded up. 380 kB at 48 kHz.
class Reverb final : public Effect {
public:
  void prepare(double sample_rate_hz) override;
  void reset() noexcept override;
  void set_param(std::uint32_t index, double value) noexcept override;
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override;
  double tail_frames() const noexcept override;
  bool asleep() const noexcept override { return asleep_; }

private:
  static constexpr int part_size = dsp::fdn_part_frames;
  using Part = float[sides][part_size];

  void apply_changes() noexcept;
  void apply_cut(int section, std::uint32_t index, int ramp_frames) noexcept;
  void apply_levels(int ramp_frames) noexcept;
  void apply_motion() noexcept;
  void apply_decay(int ramp_frames) noexcept;
  void follow_layout() noexcept;
  int part_frames(std::uint32_t frames_left) const noexcept;
  void process_part(const float* const* in, float* const* out, int frames) noexcept;
  void diffuse(Part& diffused, int frames) noexcept;
  void read_line(float* to, int side, int delay, int old_delay, int frames) const noexcept;
  void add_early(Part& wet, const Layout& layout, int frames) const noexcept;
  void read_early(Part& early, int frames) const noexcept;
  void filter(Part& wet, int frames) noexcept;
  void mix(float* const* out, const Part& dry, const Part& wet, int frames) noexcept;
  void look_for_rest() noexcept;
  void rest() noexcept;

  Type type() const noexcept { return static_cast<Type>(values_.whole(param::type)); }
  Decay decay() const noexcept;
  Layout wanted_layout() const noexcept;
  int frames_of(std::uint32_t smoothed_index) const noexcept;

  double sample_rate_hz_ = 48000.0;
  Settings<params> values_;
  std::uint32_t changed_ = 0;  // one bit per parameter

  std::array<dsp::Diffuser<diffuser_stages>, sides> diffusers_;
  std::array<dsp::DelayLine, sides> lines_;  // predelay and early reflections
  dsp::FeedbackNetwork network_;
  dsp::SvfCascade cuts_;

  Layout wanted_;
  Layout layout_;      // heard now, or fading in
  Layout old_layout_;  // fading out
  dsp::Fade fade_;

  dsp::LinearRamp early_;  // gains
  dsp::LinearRamp tail_;
  dsp::LinearRamp same_;   // of the reverb of one side on the same side ...
  dsp::LinearRamp other_;  // ... and on the other side
  dsp::LinearRamp mix_;

  RestWatch watch_;
  bool asleep_ = true;
};

}  // namespace omx::reverb
