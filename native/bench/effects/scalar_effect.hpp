/// What the plain forms of the effects share.
#pragma once

#include <cstdint>

#include "effect/effect.hpp"
#include "effect/settings.hpp"

namespace omx::bench {

/// Settings act at once; there is no rest.
template <const auto& Params>
class ScalarEffect : public Effect {
public:
  void prepare(double sample_rate_hz) override {
    rate_hz_ = sample_rate_hz;
    reset();
  }

  void set_param(std::uint32_t index, double value) noexcept override {
    values_.set(index, value);
    derive();
  }

  double tail_frames() const noexcept override { return 0.0; }
  bool asleep() const noexcept override { return false; }

protected:
  /// What follows from the settings.
  virtual void derive() noexcept {}

  double frames_of(double time_ms) const noexcept { return 0.001 * time_ms * rate_hz_; }

  double rate_hz_ = 48000.0;
  Settings<Params> values_;
};

}  // namespace omx::bench
