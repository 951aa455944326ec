/// Time per block of several subjects, in turns.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bench/effects/subject.hpp"

namespace omx::bench {

/// Steady noise of -20 dBFS (RMS), different on both sides, in a loop that fits a processor's nearest cache.
class Noise {
public:
  Noise();

  /// The next block, left and right.
  std::array<const float*, 2> next() noexcept;

  static constexpr std::size_t blocks = 16;

private:
  std::array<std::array<float, blocks * block_frames>, 2> sound_;
  std::size_t at_ = 0;
};

/// What a subject makes of the noise, in dB: the level of its output against that of its input, and the level
/// of the difference of both. One whose difference is far below 0 does nothing.
struct Change {
  double level_db;
  double difference_db;
};

/// Plays until nothing settles any more, then looks at what comes out.
Change warm_up(Subject& subject);

/// How a window went.
struct Window {
  double ns_per_block;  ///< on the processor, over all threads of this process
  double away;          ///< share of the window in which others had the processor
};

/// Measures every subject once per round, in an order that is drawn anew for each. By round, then by subject.
std::vector<std::vector<Window>>
measure(const std::vector<Subject*>& subjects, std::uint32_t rounds, double window_us, std::uint64_t seed);

}  // namespace omx::bench
