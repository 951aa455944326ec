/// The clock of all timing on the audio thread.
#pragma once

#include <cstdint>
#include <ctime>

#include "base/rt.hpp"

namespace omx {

/// CLOCK_MONOTONIC in ns. Answered by the vDSO without entering the kernel: measured 29 ns a reading on a
/// virtual machine, against 17 ns for the bare time-stamp counter, which would need calibrating and is not
/// comparable between threads and programs.
inline std::uint64_t rt_clock_ns() noexcept OMX_RT {
  timespec now;
  OMX_RT_UNCHECKED_BEGIN  // a C function without the mark
      clock_gettime(CLOCK_MONOTONIC, &now);
  OMX_RT_UNCHECKED_END
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace omx
