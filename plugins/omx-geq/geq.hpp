/// A graphic equaliser. The sound is described in declaration.ts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "dsp/ramp.hpp"
#include "dsp/svf_cascade.hpp"
#include "effect/effect.hpp"
#include "effect/rest_watch.hpp"
#include "effect/settings.hpp"
#include "omx-geq/band_table.hpp"
#include "omx-geq/generated/params.hpp"

namespace omx::geq {

class Geq final : public Effect {
public:
  void prepare(double sample_rate_hz) override;
  void reset() noexcept override;
  void set_param(std::uint32_t index, double value) noexcept override;
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override;
  double tail_frames() const noexcept override { return tail_frames_; }
  bool asleep() const noexcept override { return asleep_; }

private:
  void apply_changes() noexcept;
  void apply_bands(int ramp_frames) noexcept;
  void set_section(int band, const dsp::SvfSection& target, int ramp_frames) noexcept;
  void filter(float* io, int frames) noexcept;
  bool quiet() const noexcept;
  void rest() noexcept;

  double sample_rate_hz_ = 48000.0;
  Settings<params> values_;
  std::shared_ptr<const BandTable> table_;
  std::array<dsp::SvfSection, bands> targets_;
  bool bands_changed_ = true;
  bool gain_changed_ = true;
  int low_bands_ = 0;  // run in double precision
  dsp::SvfCascadeDouble low_;
  std::array<dsp::SvfCascade, 3> high_;
  dsp::LinearRamp gain_{1.0F};
  RestWatch watch_;
  bool asleep_ = true;
  double tail_frames_ = 0.0;
};

}  // namespace omx::geq
