/// A de-esser. The sound is described in declaration.ts.
#pragma once

#include <cstdint>

#include "dsp/ballistics.hpp"
#include "dsp/gain_computer.hpp"
#include "dsp/peak_hold.hpp"
#include "dsp/ramp.hpp"
#include "effect/effect.hpp"
#include "effect/rest_watch.hpp"
#include "effect/settings.hpp"
#include "omx-deesser/generated/params.hpp"
#include "omx-deesser/sibilance_band.hpp"

namespace omx::deesser {

/// The curve that is not up to the user: 3 dB of reduction for 4 dB of level, with a knee.
inline constexpr double slope = 0.75;
inline constexpr double knee_db = 6.0;

class Deesser final : public Effect {
public:
  void prepare(double sample_rate_hz) override;
  void reset() noexcept override;
  void set_param(std::uint32_t index, double value) noexcept override;
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override;
  float meter(std::uint32_t index) const noexcept override;
  double tail_frames() const noexcept override { return tail_frames_; }
  bool asleep() const noexcept override { return asleep_; }

private:
  void apply_changes() noexcept;
  void apply_times() noexcept;
  int wake(const float* left, const float* right, float* out_left, float* out_right, int frames) noexcept;
  void
  process_part(const float* left, const float* right, float* out_left, float* out_right, int frames) noexcept;
  void mix(float* io, const float* band, const float* gains, int frames) noexcept;
  void rest() noexcept;
  double frames_of(double time_ms) const noexcept { return 0.001 * time_ms * sample_rate_hz_; }

  double sample_rate_hz_ = 48000.0;
  Settings<params> values_;
  std::uint32_t changed_ = ~0U;  // one bit per parameter
  SibilanceBand band_;
  dsp::PeakHold peak_;
  dsp::GainComputer computer_;
  dsp::Ballistics ballistics_;
  dsp::LinearRamp split_{1.0F};   // 0: wide, 1: the band alone
  dsp::LinearRamp listen_{0.0F};  // 1: the band is heard
  RestWatch watch_;
  float reduction_ = 0.0F;  // largest of the last call, in octaves
  bool asleep_ = true;
  double band_tail_frames_ = 0.0;
  double tail_frames_ = 0.0;
};

}  // namespace omx::deesser
