/// Wakes the control thread's main loop from any thread.
#pragma once

#include <cstdint>

#include <sys/eventfd.h>
#include <unistd.h>

#include "base/rt_exempt.hpp"

namespace omx {

/// An eventfd to poll. Ringing it is the one system call that the audio thread may make: it never blocks,
/// since the counter would have to reach 2^64 - 2 first and the descriptor is non-blocking all the same. Ring
/// only when a request goes from unset to set, so that a storm of requests costs one write.
class ControlWake {
public:
  /// fd() is -1 when the system has no descriptors left; ringing then does nothing.
  ControlWake() noexcept : fd_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  ~ControlWake() {
    if (fd_ >= 0) close(fd_);
  }
  ControlWake(const ControlWake&) = delete;
  ControlWake& operator=(const ControlWake&) = delete;

  /// Readable while rung.
  int fd() const noexcept { return fd_; }

  /// [any thread]
  void ring() noexcept OMX_RT {
    const RtExempt allowed_by_design;
    const std::uint64_t one = 1;
    OMX_RT_UNCHECKED_BEGIN
    [[maybe_unused]] const auto written = write(fd_, &one, sizeof one);
    OMX_RT_UNCHECKED_END
  }

  /// [control] Makes fd() unreadable until the next ring.
  void drain() noexcept {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = read(fd_, &count, sizeof count);
  }

private:
  const int fd_;
};

}  // namespace omx
