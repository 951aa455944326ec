/// What a plugin wants control's main loop to wait for: timers and file descriptors.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <clap/id.h>

namespace omx {

/// A descriptor that a plugin wants watched.
struct ClapFd {
  int fd;
  std::uint32_t flags;  ///< abi::posix_fd_read | _write | _error
};

/// Control thread only.
class ClapWaits {
public:
  using Clock = std::chrono::steady_clock;

  /// Shorter periods are lengthened to this, so that no plugin keeps control busy.
  static constexpr std::chrono::milliseconds min_period{10};

  clap_id add_timer(std::chrono::milliseconds period, Clock::time_point now);
  bool remove_timer(clap_id id);
  bool has_timer(clap_id id) const;
  std::optional<Clock::time_point> next_timer() const;
  /// The timers that are due, each moved on to its next time after `now` (missed turns are skipped).
  std::vector<clap_id> take_due(Clock::time_point now);

  /// False when it is there already.
  bool add_fd(ClapFd fd);
  bool modify_fd(ClapFd fd);
  bool remove_fd(int fd);
  std::span<const ClapFd> fds() const { return fds_; }

private:
  struct Timer {
    clap_id id;
    std::chrono::milliseconds period;
    Clock::time_point due;
  };

  std::vector<Timer> timers_;
  std::vector<ClapFd> fds_;
  clap_id next_id_ = 0;
};

}  // namespace omx
