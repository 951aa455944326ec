/// A feed-forward compressor with a side chain. The sound is described in declaration.ts.
#pragma once

#include <cstdint>

#include "dsp/ballistics.hpp"
#include "dsp/gain_computer.hpp"
#include "dsp/mean_square.hpp"
#include "dsp/peak_hold.hpp"
#include "dsp/ramp.hpp"
#include "dsp/svf_cascade.hpp"
#include "effect/effect.hpp"
#include "effect/rest_watch.hpp"
#include "effect/settings.hpp"
#include "omx-comp/generated/params.hpp"

namespace omx::comp {

class Comp final : public Effect {
public:
  void prepare(double sample_rate_hz) override;
  void reset() noexcept override;
  void set_param(std::uint32_t index, double value) noexcept override;
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override;
  float meter(std::uint32_t index) const noexcept override;
  double tail_frames() const noexcept override { return tail_frames_; }
  bool asleep() const noexcept override { return asleep_; }

private:
  /// The buffers of one part of a block: main input and key, left and right.
  struct Part {
    const float* in[2];
    const float* key[2];
    float* out[2];
    int frames;
  };

  void apply_changes() noexcept;
  void apply_curve(int ramp_frames) noexcept;
  void apply_times() noexcept;
  void apply_high_pass(int ramp_frames) noexcept;
  void switch_detector() noexcept;
  int wake(const Part& part, int sounding) noexcept;
  void process_part(const Part& part, int from) noexcept;
  void rest() noexcept;
  dsp::CurveSettings curve_settings() const noexcept;
  bool keyed() const noexcept { return values_.is_on(param::key); }
  double frames_of(double time_ms) const noexcept { return 0.001 * time_ms * sample_rate_hz_; }

  double sample_rate_hz_ = 48000.0;
  Settings<params> values_;
  std::uint32_t changed_ = ~0U;  // one bit per parameter
  bool measures_power_ = false;
  dsp::SvfCascade high_pass_;
  dsp::PeakHold peak_;
  dsp::MeanSquare power_;
  dsp::GainComputer computer_;
  dsp::Ballistics ballistics_;
  dsp::LinearRamp dry_{0.0F};
  dsp::LinearRamp wet_{1.0F};
  RestWatch watch_;
  float reduction_ = 0.0F;  // largest of the last call, in octaves
  bool asleep_ = true;
  double tail_frames_ = 0.0;
};

}  // namespace omx::comp
