/// Test signals whose every sample follows from its position, so that two runs agree to the bit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace omx::probe {

enum class SignalKind : std::uint8_t { silence, sine, noise, impulse };

std::optional<SignalKind> signal_kind(const std::string& name);

struct TestSignal {
  SignalKind kind = SignalKind::silence;
  double sample_rate_hz = 48000;
  double frequency_hz = 1000;      ///< sine
  float amplitude = 0.5f;          ///< peak, linear
  std::uint32_t seed = 1;          ///< noise: white, uniform; another on every channel
  std::uint32_t every_frames = 0;  ///< impulse: repeats after so many frames; 0: once, at frame 0

  /// The sample of a channel at a position in frames. Allocates and blocks never.
  float sample(std::uint64_t position_frames, std::uint32_t channel) const noexcept;
};

}  // namespace omx::probe
