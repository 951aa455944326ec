#include "probe/test_signal.hpp"

#include <cmath>
#include <map>
#include <numbers>

namespace omx::probe {
namespace {

/// splitmix64 (Steele, Lea and Flood, 2014): mixes a counter into 64 well-distributed bits.
std::uint64_t mixed(std::uint64_t counter) noexcept {
  std::uint64_t z = counter * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

std::optional<SignalKind> signal_kind(const std::string& name) {
  static const std::map<std::string, SignalKind> kinds = {
      {"silence", SignalKind::silence},
      {"sine", SignalKind::sine},
      {"noise", SignalKind::noise},
      {"impulse", SignalKind::impulse}};
  const auto found = kinds.find(name);
  return found != kinds.end() ? std::optional(found->second) : std::nullopt;
}

float TestSignal::sample(std::uint64_t position_frames, std::uint32_t channel) const noexcept {
  switch (kind) {
  case SignalKind::silence:
    return 0.0f;
  case SignalKind::sine: {
    const double cycles =
        std::fmod(static_cast<double>(position_frames) * frequency_hz / sample_rate_hz, 1.0);
    return amplitude * static_cast<float>(std::sin(2.0 * std::numbers::pi * cycles));
  }
  case SignalKind::noise: {
    const std::uint64_t bits = mixed((position_frames << 8) + channel + (std::uint64_t{seed} << 48));
    const auto uniform =
        static_cast<float>(static_cast<std::int32_t>(bits >> 40) - (1 << 23)) / float{1 << 23};
    return amplitude * uniform;
  }
  case SignalKind::impulse: {
    const bool now = every_frames > 0 ? position_frames % every_frames == 0 : position_frames == 0;
    return now ? amplitude : 0.0f;
  }
  }
  return 0.0f;
}

}  // namespace omx::probe
