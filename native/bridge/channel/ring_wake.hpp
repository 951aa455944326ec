/// Sleeping and waking across processes.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include <linux/futex.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/rt.hpp"
#include "base/rt_exempt.hpp"
#include "omx_contracts/channel.hpp"

namespace omx {

/// Wakes the peer in the way that it sleeps. Never blocks: a futex wake does not, nor does a doorbell, one
/// end of a pair of sockets: whether a call may block is said with the call. (With an eventfd it is a flag of
/// what both processes share, so that a peer could take it away and fill the counter.) A doorbell that is
/// full rings already.
inline void rt_wake(std::uint32_t kind, std::atomic<std::uint32_t>& sleeping, int doorbell) noexcept OMX_RT {
  if (kind == sleep_awake) return;
  const RtExempt allowed_by_design;
  OMX_RT_UNCHECKED_BEGIN  // the one system call of the audio thread, and only while the peer sleeps
      if (kind == sleep_futex) {
    // Without FUTEX_PRIVATE_FLAG, since the word is shared with another process.
    syscall(SYS_futex, &sleeping, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }
  else if (kind == sleep_doorbell && doorbell >= 0) {
    [[maybe_unused]] const auto sent = send(doorbell, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL);
  }
  OMX_RT_UNCHECKED_END
}

/// A deadline that does not come. Cheaper than a far one, for which the kernel sets a timer.
inline constexpr std::uint64_t never_ns = UINT64_MAX;

/// Sleeps while `sleeping` is sleep_futex, until `deadline_ns` (CLOCK_MONOTONIC). May return early for no
/// reason.
void futex_sleep(std::atomic<std::uint32_t>& sleeping, std::uint64_t deadline_ns) noexcept;

/// poll() until a deadline of CLOCK_MONOTONIC. May return early for no reason.
void poll_until(std::span<pollfd> polled, std::uint64_t deadline_ns);

/// CLOCK_MONOTONIC.
std::uint64_t channel_clock_ns() noexcept;

}  // namespace omx
