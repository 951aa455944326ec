/// Plugins in series over plain buffers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/minimal_clap.hpp"

namespace omx::floor {

/// Left and right. Both may be the same buffer: a mono sound.
using Stereo = std::array<float*, 2>;

/// A stereo series of plugins. Between two plugins lies one of two pairs of buffers, used in turn; a mono
/// output feeds both sides of what follows, a mono input takes the left side, side chains hear silence.
class FloorChain {
public:
  /// Main thread. False with `error` filled when a plugin cannot be used.
  bool
  load(const std::vector<std::string>& specs, double rate_hz, std::uint32_t max_frames, std::string& error);

  /// Audio thread. Reads `in` and writes `out`, `frames` each, at most max_frames.
  void process(const Stereo& in, const Stereo& out, std::uint32_t frames) noexcept;

private:
  void wire();
  void start() noexcept;

  std::vector<FloorPlugin*> plugins_;
  std::array<std::array<std::vector<float>, 2>, 2> buffers_;
  std::vector<float> silence_;  ///< what side chains hear
  std::vector<float> unused_;   ///< where outputs go that nobody hears
  bool started_ = false;
  std::int64_t steady_frames_ = 0;
};

}  // namespace omx::floor
