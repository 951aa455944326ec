/// Notices late and missed cycles.
#pragma once

#include <cstdint>

#include "base/rt.hpp"

namespace omx {

/// What a cycle's beginning tells.
struct RtPunctuality {
  bool late = false;                ///< began more than half a period after it was due
  std::uint32_t missed_cycles = 0;  ///< periods skipped before it, from the gap in the frame time
};

/// Due times follow the earliest beginnings seen: a cycle is due one period after the one before was, and one
/// that comes early moves the due time forward. Since nobody is early by chance, jitter does not shift it; a
/// creep of 200 ppm follows a clock that is slower than its nominal rate.
class RtCycleWatch {
public:
  explicit RtCycleWatch(std::uint32_t sample_rate_hz) noexcept OMX_RT : sample_rate_hz_(sample_rate_hz) {}

  RtPunctuality begin(std::uint64_t now_ns, std::uint32_t frame_time, std::uint32_t frames) noexcept OMX_RT;

private:
  std::uint32_t sample_rate_hz_;
  bool running_ = false;
  std::uint32_t frames_ = 0;
  std::uint32_t next_frame_time_ = 0;
  std::uint64_t due_ns_ = 0;
  std::uint32_t late_in_row_ = 0;
};

}  // namespace omx
