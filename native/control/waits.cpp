#include "control/waits.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "formats/clap/abi/posix_fd.hpp"

namespace omx {
namespace {

std::uint32_t to_epoll(std::uint32_t clap_flags) {
  std::uint32_t events = 0;
  if ((clap_flags & abi::posix_fd_read) != 0) events |= EPOLLIN;
  if ((clap_flags & abi::posix_fd_write) != 0) events |= EPOLLOUT;
  return events;
}

std::uint32_t to_clap(std::uint32_t epoll_events) {
  std::uint32_t flags = 0;
  if ((epoll_events & EPOLLIN) != 0) flags |= abi::posix_fd_read;
  if ((epoll_events & EPOLLOUT) != 0) flags |= abi::posix_fd_write;
  if ((epoll_events & (EPOLLERR | EPOLLHUP)) != 0) flags |= abi::posix_fd_error;
  return flags;
}

}  // namespace

PluginWaits::~PluginWaits() {
  loop_.cancel(timer_);
  for (const int fd : watched_) loop_.unwatch(fd);
}

void PluginWaits::refresh() {
  refresh_descriptors();
  arm_timer();
}

void PluginWaits::refresh_descriptors() {
  std::map<int, std::uint32_t> wanted;
  for (const auto& [number, instance] : rack_.instances()) {
    for (const auto& copy : instance->copies()) {
      for (const ClapFd& own : copy->fds()) wanted[own.fd] |= to_epoll(own.flags);
    }
  }
  for (const int fd : watched_) {
    if (!wanted.contains(fd)) loop_.unwatch(fd);
  }
  watched_.clear();
  for (const auto& [fd, events] : wanted) {
    loop_.watch(fd, events, [this, own = fd](std::uint32_t happened) { on_descriptor(own, happened); });
    watched_.insert(fd);
  }
}

void PluginWaits::on_descriptor(int fd, std::uint32_t epoll_events) {
  std::vector<ClapInstance*> owners;
  for (const auto& [number, instance] : rack_.instances()) {
    for (const auto& copy : instance->copies()) {
      const auto fds = copy->fds();
      if (std::any_of(fds.begin(), fds.end(), [&](const ClapFd& own) { return own.fd == fd; }))
        owners.push_back(copy.get());
    }
  }
  for (ClapInstance* const owner : owners) owner->on_fd(fd, to_clap(epoll_events));
}

void PluginWaits::arm_timer() {
  loop_.cancel(timer_);
  timer_ = 0;
  std::optional<EventLoop::Clock::time_point> earliest;
  for (const auto& [number, instance] : rack_.instances()) {
    for (const auto& copy : instance->copies()) {
      const auto due = copy->next_timer();
      if (due && (!earliest || *due < *earliest)) earliest = due;
    }
  }
  if (earliest) timer_ = loop_.after(*earliest - EventLoop::Clock::now(), [this] { run_timers(); });
}

void PluginWaits::run_timers() {
  const auto now = EventLoop::Clock::now();
  for (const auto& [number, instance] : rack_.instances()) {
    for (const auto& copy : instance->copies()) copy->run_timers(now);
  }
  arm_timer();
}

}  // namespace omx
