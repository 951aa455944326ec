/// Compares two sounds sample by sample.
#pragma once

#include <cstdint>

#include "probe/sound.hpp"

namespace omx::probe {

struct ComparisonOptions {
  std::int64_t offset_frames = 0;  ///< b[i + offset] stands against a[i]
  std::uint32_t align_frames = 0;  ///< looks for the best offset within ± this
  std::uint64_t skip_frames = 0;   ///< of a, before the comparison begins
  std::uint64_t frames = 0;        ///< at most; 0: to the end of the shorter one
};

struct Comparison {
  bool identical = false;  ///< bit by bit over the compared frames, equal channels, and both equally long if
                           ///< all was to be compared
  std::int64_t offset_frames = 0;
  std::uint64_t compared_frames = 0;
  std::uint64_t different_samples = 0;
  float max_difference = 0;            ///< linear
  std::int64_t first_difference = -1;  ///< frame of a; -1 for none
};

Comparison compare_sounds(const Sound& a, const Sound& b, const ComparisonOptions& options);

}  // namespace omx::probe
