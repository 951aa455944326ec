#include "formats/clap/lifecycle/clap_waits.hpp"

#include <algorithm>

namespace omx {

clap_id ClapWaits::add_timer(std::chrono::milliseconds period, Clock::time_point now) {
  const auto kept = std::max(period, min_period);
  timers_.push_back({next_id_, kept, now + kept});
  return next_id_++;
}

bool ClapWaits::remove_timer(clap_id id) {
  return std::erase_if(timers_, [id](const Timer& timer) { return timer.id == id; }) > 0;
}

bool ClapWaits::has_timer(clap_id id) const {
  return std::ranges::any_of(timers_, [id](const Timer& timer) { return timer.id == id; });
}

std::optional<ClapWaits::Clock::time_point> ClapWaits::next_timer() const {
  if (timers_.empty()) return std::nullopt;
  return std::ranges::min_element(timers_, {}, &Timer::due)->due;
}

std::vector<clap_id> ClapWaits::take_due(Clock::time_point now) {
  std::vector<clap_id> due;
  for (Timer& timer : timers_) {
    if (timer.due > now) continue;
    due.push_back(timer.id);
    timer.due += timer.period * ((now - timer.due) / timer.period + 1);
  }
  return due;
}

bool ClapWaits::add_fd(ClapFd fd) {
  const bool known = std::ranges::any_of(fds_, [&](const ClapFd& other) { return other.fd == fd.fd; });
  if (known || fd.fd < 0) return false;
  fds_.push_back(fd);
  return true;
}

bool ClapWaits::modify_fd(ClapFd fd) {
  const auto found = std::ranges::find(fds_, fd.fd, &ClapFd::fd);
  if (found == fds_.end()) return false;
  found->flags = fd.flags;
  return true;
}

bool ClapWaits::remove_fd(int fd) {
  return std::erase_if(fds_, [fd](const ClapFd& other) { return other.fd == fd; }) > 0;
}

}  // namespace omx
