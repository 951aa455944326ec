/// Saturation at a multiple of the sample rate. The sound is described in declaration.ts.
#pragma once

#include <array>
#include <cstdint>

#include "dsp/block.hpp"
#include "dsp/delay_line.hpp"
#include "dsp/oversampler.hpp"
#include "dsp/ramp.hpp"
#include "dsp/svf_cascade.hpp"
#include "effect/effect.hpp"
#include "effect/rest_watch.hpp"
#include "effect/settings.hpp"
#include "omx-drive/curves.hpp"
#include "omx-drive/generated/params.hpp"

namespace omx::drive {

/// In the order of the declaration's labels.
enum class Band : std::uint8_t { full, low, high, tilt };

class Drive final : public Effect {
public:
  void prepare(double sample_rate_hz) override;
  void reset() noexcept override;
  void set_param(std::uint32_t index, double value) noexcept override;
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override;
  std::uint32_t latency_frames() const noexcept override;
  double tail_frames() const noexcept override;
  bool asleep() const noexcept override { return asleep_; }

private:
  static constexpr int max_part_frames = dsp::OversampledBlock::max_frames;

  using Part = dsp::StereoPart<max_part_frames>;

  struct Paths {
    Part driven;
    Part dry;
    Part untouched;  // what the band leaves out
  };

  void apply_changes() noexcept;
  void apply_filters(int ramp_frames) noexcept;
  void apply_gains(int ramp_frames) noexcept;
  void follow_curve() noexcept;
  int part_frames(std::uint32_t frames_left) const noexcept;
  void process_part(const float* const* in, float* const* out, std::uint32_t at, int frames) noexcept;
  void split(float* io, Paths& paths, int frames) noexcept;
  void bend(Part& driven, int frames) noexcept;
  void mix(Paths& paths, float* left, float* right, int frames) noexcept;
  template <typename Float>
  static void mix_at(int i, const Paths& paths, float* left, float* right, float mix, float output) noexcept;
  void rest() noexcept;
  bool quiet() const noexcept;
  int ramp_frames() const noexcept;
  Curve wanted_curve() const noexcept { return static_cast<Curve>(values_.whole(param::curve)); }
  Band wanted_band() const noexcept { return static_cast<Band>(values_.whole(param::band)); }

  double sample_rate_hz_ = 48000.0;
  Settings<params> values_;
  std::uint32_t changed_ = ~0U;  // parameters since the last look, one bit each

  dsp::SvfCascade band_;  // what is driven
  dsp::SvfCascade pre_;   // emphasis before the curve
  dsp::SvfCascade post_;  // de-emphasis, tone and high-pass after it
  std::array<dsp::Oversampler, 2> oversamplers_;
  std::array<dsp::DelayLine, 2> dry_;
  std::array<dsp::DelayLine, 2> untouched_;

  Curve curve_ = Curve::soft;      // heard now, or fading in
  Curve old_curve_ = Curve::soft;  // fading out
  int fade_frames_left_ = 0;

  dsp::LinearRamp pre_gain_{1.0F};
  dsp::LinearRamp post_gain_{1.0F};
  dsp::LinearRamp left_out_;  // 1: what the band leaves out is heard
  dsp::LinearRamp mix_{1.0F};
  dsp::LinearRamp output_{1.0F};

  RestWatch watch_;
  double decay_frames_ = 0.0;
  bool asleep_ = true;
};

}  // namespace omx::drive
