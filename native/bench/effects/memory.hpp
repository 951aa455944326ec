/// Memory per instance.
#pragma once

#include "bench/effects/subject.hpp"

namespace omx::bench {

struct Memory {
  double heap_bytes;      ///< handed out by malloc
  double resident_bytes;  ///< of this process's own memory, after 0.1 s of sound
  std::string problem;
};

/// Loads so many of one kind, beside one that has paid for what all share, and divides the growth. Only the
/// first call in a process is exact: what earlier instances gave back would be used again.
Memory measure_memory(
    const std::string& kind, const std::string& what, const Settings& settings, std::size_t instances);

}  // namespace omx::bench
